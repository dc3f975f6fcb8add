import { app, session } from 'electron';
import type { FeedAddresses } from '#main/settings/update/feedAddresses.ts';
import {
  type FeedAnswer,
  MOST_RELEASE_BYTES,
  releaseFile,
  SIGNATURE_BYTES,
  signatureOf,
} from '#main/settings/update/signedRelease.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import type { UpdateProblem } from '#shared/domain/update.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { systemRoute } from './lockdown.ts';

/** The session of electron-updater; the page's rules do not apply to it. */
const updateSession = () => session.fromPartition('electron-updater', { cache: false });

/** For a whole request, in milliseconds. */
const TIME_LIMIT_MS = 60_000;

/**
 * Reads the description of a feed's newest release, and its signature. No more of an answer is kept than either may have.
 * @throws Chromium's network errors
 */
export async function readFeed({ newest }: FeedAddresses): Promise<Result<FeedAnswer, UpdateProblem>> {
  const release = await fetchBytes(newest(releaseFile), MOST_RELEASE_BYTES);
  if (!release.ok) return release;
  if (release.value === null) return err('badFeed');
  const signature = await fetchBytes(newest(signatureOf(releaseFile)), SIGNATURE_BYTES);
  return signature.ok ? ok({ release: release.value, signature: signature.value }) : signature;
}

/** `null`: there is no such file. Of a file with more than `most` bytes, one more than these. */
async function fetchBytes(url: string, most: number): Promise<Result<Uint8Array | null, UpdateProblem>> {
  const { body, status } = await updateSession().fetch(url, {
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  });
  if (status !== 200 || body === null) {
    await body?.cancel();
    if (status === 404) return ok(null);
    return err(status >= 500 ? 'unreachable' : 'badFeed');
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    parts.push(part);
    length += part.length;
    if (length > most) break;
  }
  return ok(Buffer.concat(parts).subarray(0, most + 1));
}

/** With the first header electron-updater would identify the installation; Chromium's others tell language and version. */
const telling = /^(?:x-user-staging-id|accept-language|user-agent|sec-.*)$/iu;

/** Decides about the length of a download before it begins: electron-updater reads without a limit. */
interface DownloadLimit {
  /** From now on, a response must have this length, and must say so. `null`: any. */
  expectBytes(bytes: number | null): void;
  /** Whether a response since then had another length, and was stopped. */
  hadWrongLength(): boolean;
}

/**
 * Allows https only, also after a redirect; in development also a feed on this computer. Says nothing about the computer.
 * Requests take the system's routes.
 */
export async function restrictUpdates(): Promise<DownloadLimit> {
  const { webRequest } = updateSession();
  let expected: number | null = null;
  let hadWrongLength = false;
  webRequest.onHeadersReceived(({ statusCode, responseHeaders = {} }, answer) => {
    const header = (wanted: string) =>
      Object.entries(responseHeaders)
        .find(([name]) => name.toLowerCase() === wanted)?.[1]
        ?.join();
    const hasWrongLength =
      expected !== null &&
      statusCode === 200 &&
      (header('content-length') !== String(expected) || header('content-encoding') !== undefined);
    hadWrongLength ||= hasWrongLength;
    answer({ cancel: hasWrongLength });
  });
  webRequest.onBeforeRequest(({ url }, answer) => {
    const { protocol, hostname } = new URL(url);
    const isAllowed =
      protocol === 'https:' || (!app.isPackaged && protocol === 'http:' && isLoopbackHost(hostname));
    answer({ cancel: !isAllowed });
  });
  webRequest.onBeforeSendHeaders(({ requestHeaders }, answer) => {
    const others = Object.entries(requestHeaders).filter(([name]) => !telling.test(name));
    answer({ requestHeaders: { ...Object.fromEntries(others), 'User-Agent': 'NotAfter' } });
  });
  await systemRoute(updateSession());
  return {
    expectBytes(bytes) {
      if (bytes !== null) hadWrongLength = false;
      expected = bytes;
    },
    hadWrongLength: () => hadWrongLength,
  };
}
