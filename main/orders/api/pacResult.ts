/** One entry of a PAC result. */
export type ProxyChoice =
  | { readonly kind: 'direct' }
  /** `uri` for undici: `http:`, `https:` or `socks5:`. */
  | { readonly kind: 'proxy'; readonly uri: string }
  /** SOCKS4, QUIC and others are not supported. */
  | { readonly kind: 'unsupported'; readonly scheme: string };

const SCHEMES: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS5: 'socks5',
};

/**
 * Parses a PAC result such as `PROXY cache.example:3128; DIRECT`, in order. Empty means `DIRECT`. `DIRECT` after a
 * proxy is ignored: a connection must not silently bypass the administrator's proxy.
 */
export function parsePacResult(text: string): readonly ProxyChoice[] {
  const choices: ProxyChoice[] = [];
  for (const entry of text.split(';')) {
    const [scheme = '', address = ''] = entry.trim().split(/\s+/u);
    if (scheme === '') continue;
    if (scheme.toUpperCase() === 'DIRECT') {
      if (choices.length === 0) return [{ kind: 'direct' }];
      continue;
    }
    const uri = `${SCHEMES[scheme.toUpperCase()] ?? ''}://${address}`;
    const isUsable =
      /^[^\s/@]+$/u.test(address) && SCHEMES[scheme.toUpperCase()] !== undefined && URL.canParse(uri);
    choices.push(
      isUsable ? { kind: 'proxy', uri } : { kind: 'unsupported', scheme: scheme.slice(0, 20).toUpperCase() },
    );
  }
  return choices.length === 0 ? [{ kind: 'direct' }] : choices;
}
