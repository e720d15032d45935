import { AxeBuilder } from '@axe-core/playwright'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { DEMO_PASSWORD } from '../../demo/content/index.ts'
import { PEOPLE } from '../../demo/content/people.ts'
import { answersAt } from './address.ts'
import { startOwnProduct } from './product.ts'

export { expect }

/** Milliseconds that a worker's product may take to start or to stop. */
const START_MS = 180_000

/** Somebody of the demo. */
export type Persona = keyof typeof PEOPLE

/** A telephone in the hand. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
} satisfies BrowserContextOptions

interface Fixtures {
  /** Lets errors in the browser's console pass that match, where a test provokes them. */
  tolerate: (pattern: RegExp) => void
  /** A browser of its own for somebody of the demo, signed in; null is somebody who is not. */
  open: (persona: Persona | null, options?: BrowserContextOptions) => Promise<Page>
}

interface WorkerFixtures {
  /** Origin of the worker's own product: journeys side by side share no room. */
  product: string
  /** Cookies of those who signed in once, so that not every journey goes by the front door; they may have ended since. */
  sessions: Map<Persona, Awaited<ReturnType<BrowserContext['cookies']>>>
}

/** Signs in as a person does, from whichever page the browser is sent to the form. */
export async function signIn(page: Page, persona: Persona, password: string = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(PEOPLE[persona].email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Whether the session of a browser's cookies goes on: a journey before may have signed out, or ended all of somebody's. */
export async function isSignedIn(context: BrowserContext): Promise<boolean> {
  const token = (await context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const answer = await context.request.post('/graphql', {
    headers: { 'x-csrftoken': token },
    data: { query: '{ viewer { id } }' },
  })
  return answer.ok() && ((await answer.json()) as { data?: { viewer?: unknown } }).data?.viewer != null
}

/** Rules that hold as well, though a scanner calls them minor: of headings, heads of tables, and roles. */
const HELD = new Set(['heading-order', 'empty-table-header', 'aria-allowed-role'])

/** Until the page has drawn what it shows, and what it found out about it by drawing. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

/**
 * Nothing that a scanner calls serious or critical. In the frames of previews not even a scanner may run. What is in
 * order is not described, and no page is opened beside to put the results together: both took three quarters of the time.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // What outgrows its place is reached by keyboard from the frame after the one in which it was drawn.
  await drawn(page)
  const { violations } = await new AxeBuilder({ page })
    .exclude('iframe[sandbox=""]')
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze()
  const grave = violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || HELD.has(id))
    .map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`,
    )
  expect(grave).toEqual([])
}

/** Nothing sticks out to the side, once the page has taken the window's size. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const sticksOut = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(sticksOut, { timeout: 5000 }).toBeLessThanOrEqual(0)
}

/** A journey stops a product of its own while pages of it stand open, or takes their connection away. */
const UNHEARD = /\/ws\/session\/' failed: .*(ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED)/

export const test = base.extend<Fixtures & { tolerated: RegExp[] }, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names in the pattern
    async ({}, use) => {
      const product = await startOwnProduct()
      answersAt(product)
      await use(product.address)
      await product.stop()
    },
    { scope: 'worker', auto: true, timeout: START_MS },
  ],

  baseURL: async ({ product }, use) => use(product),

  // biome-ignore lint/correctness/noEmptyPattern: as above
  sessions: [async ({}, use) => use(new Map()), { scope: 'worker' }],

  // biome-ignore lint/correctness/noEmptyPattern: as above
  tolerated: async ({}, use) => use([UNHEARD]),

  tolerate: async ({ tolerated }, use) => use((pattern) => void tolerated.push(pattern)),

  open: async (
    { browser, contextOptions, viewport, locale, timezoneId, baseURL, sessions, tolerated },
    use,
  ) => {
    const contexts: BrowserContext[] = []
    const troubles: string[] = []
    const watch = (context: BrowserContext) => {
      context.on('console', (message) => {
        if (message.type() === 'error') troubles.push(`${message.text()} ${message.location().url}`)
      })
      context.on(
        'weberror',
        (fault) => void troubles.push(`${fault.page()?.url()}: ${fault.error().message}`),
      )
    }
    await use(async (persona, options = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        viewport,
        locale: locale ?? 'en-US',
        timezoneId: timezoneId ?? 'UTC',
        ...(baseURL ? { baseURL } : {}),
        ...options,
      })
      contexts.push(context)
      watch(context)
      const page = await context.newPage()
      if (persona === null) return page
      const known = sessions.get(persona)
      if (known) {
        await context.addCookies(known)
        if (await isSignedIn(context)) return page
        await context.clearCookies()
      }
      await page.goto('/login')
      await signIn(page, persona)
      await page.waitForURL((url) => url.pathname !== '/login')
      await expect(page.getByRole('button', { name: nameOf(persona) })).toBeVisible()
      sessions.set(persona, await context.cookies())
      return page
    })
    for (const context of contexts) await context.close()
    expect(troubles.filter((text) => !tolerated.some((pattern) => pattern.test(text)))).toEqual([])
  },
})

/** First and last name. */
export const nameOf = (persona: Persona): string => `${PEOPLE[persona].firstName} ${PEOPLE[persona].lastName}`
