/** Where a page tries to send something. */
export interface Place {
  /** Addresses of a server by `http`, of this computer and others, each with the name of the way as its path. */
  readonly urls: readonly string[];
  /** The same hosts with a port for UDP. */
  readonly hosts: readonly string[];
}

/** Sends something without leaving the page. Each runs in the page by itself. */
export const waysOut: Readonly<Record<string, (place: Place) => unknown>> = {
  fetch: ({ urls }) => urls.map((url) => fetch(url, { mode: 'no-cors' })),
  fetchKeepalive: ({ urls }) =>
    urls.map((url) => fetch(url, { mode: 'no-cors', keepalive: true, method: 'POST', body: 'x' })),
  fetchLater: ({ urls }) =>
    urls.map((url) =>
      (window as unknown as { fetchLater(url: string, options: object): void }).fetchLater(url, {
        activateAfter: 0,
      }),
    ),
  xhr: ({ urls }) =>
    urls.forEach((url) => {
      const request = new XMLHttpRequest();
      request.open('GET', url);
      request.send();
    }),
  beacon: ({ urls }) => urls.map((url) => navigator.sendBeacon(url, 'x')),
  eventSource: ({ urls }) => urls.map((url) => new EventSource(url)),
  webSocket: ({ urls }) => urls.map((url) => new WebSocket(url.replace('http', 'ws'))),
  webTransport: ({ hosts }) =>
    hosts.map((host) => new WebTransport(`https://${host}/x`).ready.catch(() => undefined)),
  webRtcUdp: ({ hosts }) =>
    Promise.all(
      hosts.map(async (host) => {
        const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:${host}` }] });
        peer.createDataChannel('x');
        await peer.setLocalDescription(await peer.createOffer());
      }),
    ),
  webRtcInFrame: async ({ hosts }) => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const { RTCPeerConnection: Peer } = frame.contentWindow as unknown as typeof globalThis;
    const iceServers = hosts.flatMap((host) => [
      { urls: `stun:${host.replace('.example', '.frame.example')}` },
      { urls: `turn:${host}?transport=tcp`, username: 'x', credential: 'x' },
    ]);
    const peer = new Peer({ iceServers });
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
  },
  webRtcTurn: ({ hosts, urls }) =>
    Promise.all(
      ['udp', 'tcp', 'tls'].map(async (transport) => {
        const places = transport === 'udp' ? hosts : urls.map((url) => new URL(url).host);
        const [scheme, by] = transport === 'tls' ? ['turns', 'tcp'] : ['turn', transport];
        const peer = new RTCPeerConnection({
          iceTransportPolicy: 'relay',
          iceServers: places.map((host) => ({
            urls: `${scheme}:${host}?transport=${by}`,
            username: 'x',
            credential: 'x',
          })),
        });
        peer.createDataChannel('x');
        await peer.setLocalDescription(await peer.createOffer());
      }),
    ),
  webRtcCandidate: async ({ hosts, urls }) => {
    const [peer, other] = [new RTCPeerConnection(), new RTCPeerConnection()];
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
    await other.setRemoteDescription(peer.localDescription as RTCSessionDescription);
    await other.setLocalDescription(await other.createAnswer());
    await peer.setRemoteDescription(other.localDescription as RTCSessionDescription);
    const add = (place: string, kind: string) => {
      const { hostname, port } = new URL(place);
      const address = hostname.replace(/[[\]]/g, '');
      const candidate = `candidate:1 1 ${kind} 2122260223 ${address} ${port} typ host`;
      return peer.addIceCandidate({ candidate, sdpMid: '0' }).catch(() => undefined);
    };
    await Promise.all(hosts.map((host) => add(`http://${host}`, 'udp')));
    await Promise.all(urls.map((url) => add(url, 'tcp')));
  },
  image: ({ urls }) =>
    urls.forEach((url) => {
      new Image().src = url;
    }),
  script: ({ urls }) =>
    urls.forEach((url) => {
      const script = document.createElement('script');
      script.src = url;
      document.head.append(script);
    }),
  moduleImport: ({ urls }) => urls.map((url) => import(url)),
  stylesheet: ({ urls }) =>
    urls.map((url) =>
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url })),
    ),
  styleAttribute: ({ urls }) =>
    urls.forEach((url) => {
      const part = document.createElement('div');
      part.style.setProperty('background-image', `url(${url})`);
      part.textContent = 'x';
      document.body.append(part);
    }),
  styleSheetRule: ({ urls }) => {
    const sheet = new CSSStyleSheet();
    const images = urls.map(
      (url, index) => `.out${index} { background: url(${url}); cursor: url(${url}), auto }`,
    );
    sheet.replaceSync(images.join('\n'));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    for (const index of urls.keys()) {
      document.body.append(
        Object.assign(document.createElement('p'), { className: `out${index}`, textContent: 'x' }),
      );
    }
  },
  styleImport: ({ urls }) => {
    const style = document.createElement('style');
    style.textContent = urls.map((url) => `@import url(${url});`).join('');
    document.head.append(style);
  },
  font: ({ urls }) => urls.map((url) => new FontFace('x', `url(${url})`).load()),
  svg: ({ urls }) =>
    urls.forEach((url) => {
      const make = (name: string) => document.createElementNS('http://www.w3.org/2000/svg', name);
      const svg = make('svg');
      for (const name of ['image', 'use', 'feImage', 'pattern', 'textPath']) {
        const part = make(name);
        part.setAttribute('href', url);
        part.setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', url);
        svg.append(part);
      }
      const foreign = make('foreignObject');
      foreign.append(Object.assign(document.createElement('img'), { src: url }));
      const filtered = make('rect');
      filtered.setAttribute('filter', `url(${url}#x)`);
      filtered.setAttribute('mask', `url(${url}#x)`);
      svg.append(foreign, filtered);
      document.body.append(svg);
    }),
  video: ({ urls }) =>
    urls.forEach((url) => {
      const video = Object.assign(document.createElement('video'), { src: url, poster: url, autoplay: true });
      const track = Object.assign(document.createElement('track'), { src: url, default: true });
      video.append(track, Object.assign(document.createElement('source'), { src: url }));
      document.body.append(video);
      track.track.mode = 'showing';
    }),
  audio: ({ urls }) => urls.map((url) => new Audio(url).play().catch(() => undefined)),
  picture: ({ urls }) =>
    urls.forEach((url) => {
      const picture = document.createElement('picture');
      picture.append(
        Object.assign(document.createElement('source'), { srcset: url }),
        Object.assign(document.createElement('img'), { srcset: url }),
      );
      document.body.append(picture);
    }),
  inputImage: ({ urls }) =>
    urls.map((url) =>
      document.body.append(Object.assign(document.createElement('input'), { type: 'image', src: url })),
    ),
  iframe: ({ urls }) =>
    urls.map((url) => document.body.append(Object.assign(document.createElement('iframe'), { src: url }))),
  iframeOfData: ({ urls }) => {
    const images = urls.map((url) => `<img src="${url}">`).join('');
    const frame = document.createElement('iframe');
    frame.src = `data:text/html,${encodeURIComponent(images)}`;
    document.body.append(frame);
  },
  iframeOfBlob: ({ urls }) => {
    const images = urls.map((url) => `<img src="${url}">`).join('');
    const frame = document.createElement('iframe');
    frame.src = URL.createObjectURL(new Blob([images], { type: 'text/html' }));
    document.body.append(frame);
  },
  iframeOfText: ({ urls }) => {
    const frame = document.createElement('iframe');
    frame.srcdoc = urls.map((url) => `<img src="${url}">`).join('');
    document.body.append(frame);
  },
  object: ({ urls }) =>
    urls.map((url) => document.body.append(Object.assign(document.createElement('object'), { data: url }))),
  embed: ({ urls }) =>
    urls.map((url) => document.body.append(Object.assign(document.createElement('embed'), { src: url }))),
  linkHints: ({ urls }) => {
    for (const url of urls) {
      for (const rel of [
        'prefetch',
        'prerender',
        'modulepreload',
        'icon',
        'manifest',
        'search',
        'next',
        'pingback',
      ])
        document.head.append(Object.assign(document.createElement('link'), { rel, href: url }));
      for (const as of ['image', 'font', 'fetch', 'script', 'style', 'track'])
        document.head.append(
          Object.assign(document.createElement('link'), { rel: 'preload', as, href: url }),
        );
    }
  },
  preconnect: ({ urls }) =>
    urls.map((url) =>
      document.head.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href: url })),
    ),
  dnsPrefetch: ({ urls }) => {
    document.head.append(
      Object.assign(document.createElement('meta'), { httpEquiv: 'x-dns-prefetch-control', content: 'on' }),
    );
    for (const url of urls) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'dns-prefetch', href: url }));
      document.body.append(Object.assign(document.createElement('a'), { href: url, textContent: 'x' }));
    }
  },
  speculationRules: ({ urls }) => {
    const script = Object.assign(document.createElement('script'), { type: 'speculationrules' });
    const rule = { source: 'list', urls, eagerness: 'immediate' };
    script.append(document.createTextNode(JSON.stringify({ prefetch: [rule], prerender: [rule] })));
    document.head.append(script);
  },
  worker: ({ urls }) => urls.map((url) => new Worker(url)),
  workerOfBlob: ({ urls }) => {
    const work = `${JSON.stringify(urls)}.map((url) => { fetch(url, { mode: 'no-cors' }); importScripts(url); })`;
    return new Worker(URL.createObjectURL(new Blob([work], { type: 'text/javascript' })));
  },
  sharedWorker: ({ urls }) => {
    const work = `${JSON.stringify(urls)}.map((url) => fetch(url, { mode: 'no-cors' }))`;
    return new SharedWorker(URL.createObjectURL(new Blob([work], { type: 'text/javascript' })));
  },
  serviceWorker: ({ urls }) => urls.map((url) => navigator.serviceWorker.register(url)),
  worklets: ({ urls }) =>
    urls.map((url) => {
      const { paintWorklet } = CSS as unknown as { readonly paintWorklet?: Worklet };
      return [new AudioContext().audioWorklet.addModule(url), paintWorklet?.addModule(url)];
    }),
  cache: async ({ urls }) => {
    const cache = await caches.open('x');
    await Promise.all(urls.map((url) => cache.add(new Request(url, { mode: 'no-cors' }))));
  },
  backgroundFetch: async ({ urls }) => {
    const registration = await navigator.serviceWorker.ready;
    const { backgroundFetch } = registration as unknown as {
      readonly backgroundFetch: { fetch(id: string, urls: readonly string[]): unknown };
    };
    return backgroundFetch.fetch('x', urls);
  },
  payment: ({ urls }) =>
    urls.map((url) =>
      new PaymentRequest([{ supportedMethods: url.replace('http', 'https') }], {
        total: { label: 'x', amount: { currency: 'EUR', value: '1' } },
      }).canMakePayment(),
    ),
  credentials: ({ urls }) =>
    urls.map((configURL) =>
      navigator.credentials.get({
        identity: { providers: [{ configURL, clientId: 'x' }] },
      } as CredentialRequestOptions),
    ),
  passkey: ({ urls }) =>
    urls.map((url) =>
      navigator.credentials.get({
        publicKey: { challenge: new Uint8Array(16), rpId: new URL(url).hostname },
      }),
    ),
  attribution: ({ urls }) =>
    urls.forEach((url) => {
      const image = new Image();
      image.setAttribute('attributionsrc', url);
      document.body.append(image);
    }),
  reporting: ({ urls }) =>
    urls.forEach((url) => {
      document.head.append(
        Object.assign(document.createElement('meta'), {
          httpEquiv: 'Content-Security-Policy',
          content: `img-src 'none'; report-uri ${url}; report-to ${url}`,
        }),
      );
      new Image().src = '/none.png';
    }),
  originTrialFrame: ({ urls }) =>
    urls.forEach((url) => {
      const frame = document.createElement('fencedframe');
      frame.setAttribute('src', url);
      const portal = document.createElement('portal');
      portal.setAttribute('src', url);
      document.body.append(frame, portal);
    }),
  ping: ({ urls }) =>
    urls.forEach((url) => {
      const link = Object.assign(document.createElement('a'), { href: '#x', ping: url });
      document.body.append(link);
      link.click();
    }),
  position: () => navigator.geolocation.getCurrentPosition(() => undefined),
  push: async () => {
    const registration = await navigator.serviceWorker.ready;
    return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: 'x' });
  },
  translator: () =>
    (window as unknown as { readonly Translator: { create(options: object): unknown } }).Translator.create({
      sourceLanguage: 'en',
      targetLanguage: 'de',
    }),
};

/** Sends something by leaving the page. */
export const departures: Readonly<Record<string, (place: Place) => unknown>> = {
  location: ({ urls }) => urls.map((url) => location.assign(url)),
  form: ({ urls }) =>
    urls.forEach((url) => {
      const form = Object.assign(document.createElement('form'), { action: url, method: 'post' });
      document.body.append(form);
      form.submit();
    }),
  metaRefresh: ({ urls }) =>
    urls.map((url) =>
      document.head.append(
        Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: `0;url=${url}` }),
      ),
    ),
  link: ({ urls }) =>
    urls.forEach((url) => {
      const link = Object.assign(document.createElement('a'), { href: url });
      document.body.append(link);
      link.click();
    }),
  download: ({ urls }) =>
    urls.forEach((url) => {
      const link = Object.assign(document.createElement('a'), { href: url, download: 'x' });
      document.body.append(link);
      link.click();
    }),
  newWindow: ({ urls }) => urls.map((url) => window.open(url)),
  base: ({ urls }) =>
    urls.forEach((url) => {
      document.head.append(Object.assign(document.createElement('base'), { href: url }));
      new Image().src = 'x.png';
    }),
};
