import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Client } from '../../testing/client.ts'

/** Path of a Chromium: CHROME_PATH, the system's, else Playwright's own; undefined where there is none. */
export const findBrowser = (): string | undefined =>
  [
    process.env.CHROME_PATH,
    ...['chromium-headless-shell', 'chromium', 'google-chrome'].map((name) => `/usr/bin/${name}`),
    chromium.executablePath(),
  ].find((file) => file !== undefined && existsSync(file))

/** @param executablePath Playwright's own without one */
export const startBrowser = (executablePath?: string): Promise<Browser> =>
  chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    // Chromium refuses its sandbox to root.
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
  })

/** A page in a window of 1440 x 900, signed in as that client is. */
export async function openPage(browser: Browser, client: Client): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const url = client.address('/')
  await context.addCookies(
    ['sessionid', 'csrftoken'].map((name) => ({ name, value: client.cookie(name) ?? '', url })),
  )
  return context.newPage()
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Processor time in microseconds. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/**
 * Keeps the tasks of the page's main thread from now on, by the processor time that they take: on a busy machine the
 * clock would include other programs. @returns a function that stops it and gives the longest task in ms
 */
export async function traceTasks(page: Page): Promise<() => Promise<number>> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page is in no browser.')
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  return async () => {
    const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()))
    const isThread = ({ name }: TraceEvent) => name === 'thread_name'
    const main = new Set(
      traceEvents
        .filter((event) => isThread(event) && event.args.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid} ${tid}`),
    )
    const tasks = traceEvents.filter(
      ({ name, pid, tid }) => /RunTask$/.test(name) && main.has(`${pid} ${tid}`),
    )
    if (tasks.length === 0) throw new Error('The browser reported no task.')
    return Math.max(...tasks.map(({ tdur }) => tdur ?? 0)) / 1000
  }
}
