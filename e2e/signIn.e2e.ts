import { documentsAddress, PORTFOLIO } from './support/room.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  nameOf,
  PHONE,
  signIn,
  test,
} from './support/test.ts'

/** The browser says of a refused call that it was refused. */
const REFUSED = /Failed to load resource: the server responded with a status of 401/

test('AUTH-05 an empty form and a wrong password say what is wrong, and what was typed stays', async ({
  open,
}) => {
  const page = await open(null)
  await page.goto('/login')
  await expect(page).toHaveTitle('Sign in · Helioroom')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('This field is required')).toHaveCount(2)
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('This field is required')
  await expect(page.getByLabel('Email')).toBeFocused()

  const wrong = page.getByText('Incorrect email or password.')
  await signIn(page, 'reports', 'Moonlight-2026')
  await expect(wrong).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('reports@demo.example')
  await expectAccessible(page)
  // Nobody learns which addresses have an account.
  await page.getByLabel('Email').fill('nobody@demo.example')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(wrong).toBeVisible()
  expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: 'sessionid' }))
})

test('AUTH-01 AUTH-02 AUTH-06 a visitor is taken to the form, and on to the wanted page with its query', async ({
  open,
}) => {
  const page = await open(null)
  await page.goto(`${documentsAddress()}?view=upload`)
  const wanted = encodeURIComponent(`${documentsAddress()}?view=upload`)
  await expect(page).toHaveURL(`/login?next=${wanted}`)
  await page.getByLabel('Email').fill('  Contributor@Demo.example ')
  await page.getByLabel('Password', { exact: true }).fill('Daylight-2026')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL(`${documentsAddress()}?view=upload`)
  await expect(page.getByText('Drag files or click choose to start uploading')).toBeVisible()
})

test('AUTH-02 a next address of another origin is not followed', async ({ open, baseURL }) => {
  const page = await open(null)
  for (const next of ['https://evil.example/', '//evil.example/', '/\\evil.example/']) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await signIn(page, 'viewer')
    await expect(page.getByRole('heading', { name: nameOf('viewer') })).toBeVisible()
    expect(page.url()).toBe(`${baseURL}/`)
    // First away from the page, which goes on asking.
    await page.goto('about:blank')
    await page.context().clearCookies()
  }
})

test('AUTH-19 SHELL-15 logging out ends the session, and the back button shows nothing of the room', async ({
  open,
}) => {
  const page = await open(null)
  await page.goto(documentsAddress())
  await signIn(page, 'viewer')
  await expect(page.getByRole('link', { name: '01 Corporate' })).toBeVisible()
  const session = (await page.context().cookies()).filter(({ name }) => name === 'sessionid')

  await page.getByRole('button', { name: nameOf('viewer') }).click()
  await page.getByRole('dialog', { name: 'User menu' }).getByRole('link', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('01 Corporate')).toHaveCount(0)

  await page.context().addCookies(session)
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
})

test('AUTH-18 a session that has ended leads to the form with what is asked for next, and back to it', async ({
  open,
  tolerate,
}) => {
  tolerate(REFUSED)
  const page = await open(null)
  // Without it nothing tells the page before it asks.
  await page.routeWebSocket(/\/ws\/session\//, () => {})
  await page.goto(documentsAddress())
  await signIn(page, 'viewer')
  const folder = page.getByRole('link', { name: '02 Real estate' })
  await expect(folder).toBeVisible()
  // What the page reads by itself has come.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies({ name: 'sessionid' })
  await folder.click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signIn(page, 'viewer')
  await expect(page.getByRole('link', { name: '02.1 Leases' })).toBeVisible()
  await expect(page).toHaveTitle(`02 Real estate · ${PORTFOLIO.name} · Helioroom`)
})

test('AUTH-18 a session that ends while nobody touches its page leads to the form, and back to where one was', async ({
  open,
  tolerate,
}) => {
  tolerate(REFUSED)
  const page = await open(null)
  await page.goto(documentsAddress())
  await signIn(page, 'viewer')
  await page.getByRole('link', { name: '02 Real estate' }).click()
  await expect(page.getByRole('link', { name: '02.1 Leases' })).toBeVisible()
  // From elsewhere: nobody touches the page.
  await page.request.get('/logout')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signIn(page, 'viewer')
  await expect(page.getByRole('link', { name: '02.1 Leases' })).toBeVisible()
  await expect(page).toHaveTitle(`02 Real estate · ${PORTFOLIO.name} · Helioroom`)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the form on a telephone, ${colorScheme}`, async ({ open }) => {
    const page = await open(null, { ...PHONE, colorScheme })
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
}
