import type { Page } from '@playwright/test'

/** What the scripts of a first visit to a folder may have, in kilobytes of 1,000 bytes as served. */
export const FIRST_LOAD_KB = 225

/** What those of the sign-in page may have, for somebody who is not signed in. */
export const SIGN_IN_KB = 120

/** A script that a page has loaded. */
export interface LoadedScript {
  /** Path of its address. */
  readonly path: string
  /** Bytes that came over the wire, compressed, without headers. */
  readonly bytes: number
  /** Bytes of its answer's headers. */
  readonly headers: number
}

/** Counts the scripts that a page of Chromium loads from now on. @returns gives those that have come */
export async function watchScripts(page: Page): Promise<() => LoadedScript[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const started = new Map<string, { path: string; headers: number }>()
  const loaded: LoadedScript[] = []
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script') return
    // At this moment only the headers have come.
    started.set(requestId, { path: new URL(response.url).pathname, headers: response.encodedDataLength })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = started.get(requestId)
    if (script) loaded.push({ ...script, bytes: encodedDataLength - script.headers })
  })
  return () => [...loaded]
}
