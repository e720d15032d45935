import type { Locator, Page } from '@playwright/test'
import { documentsAddress, PORTFOLIO } from './support/room.ts'
import { pressIn, rowOf } from './support/table.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  nameOf,
  type Persona,
  PHONE,
  test,
} from './support/test.ts'

/** The browser says so of each page that answers with 404. */
const NOT_FOUND = /Failed to load resource: the server responded with a status of 404/

const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' })
const entries = (page: Page): Locator => navigation(page).locator('a, button')

const ENTRIES: readonly [Persona, readonly string[]][] = [
  ['viewer', ['Home', 'Projects', 'Reporting', 'Deal Room']],
  ['contributor', ['Home', 'Projects', 'Reporting', 'Deal Room', 'O&M']],
  ['bidder', ['Deal Room']],
  ['reports', ['Home', 'Reporting', 'Deal Room']],
  ['orgAdmin', ['Home', 'Projects', 'Reporting', 'Deal Room', 'O&M', 'Admin']],
  ['usersAdmin', ['Home', 'Projects', 'Reporting', 'Deal Room', 'Admin']],
  ['outsider', ['Home']],
]

test('SHELL-22 SHELL-27 SHELL-28 SHELL-29 SHELL-30 SHELL-31 SHELL-32 everybody gets the areas that are theirs, in order', async ({
  open,
}) => {
  for (const [persona, labels] of ENTRIES) {
    const page = await open(persona)
    await page.goto('/')
    await expect(entries(page), persona).toHaveText([...labels])
    await expect(page.getByRole('banner').getByText(nameOf(persona))).toBeVisible()
  }
})

test('SHELL-08 SHELL-24 SHELL-25 one organisation gives plain links, several give a choice for each area', async ({
  open,
}) => {
  const one = await open('orgAdmin')
  await one.goto('/')
  for (const [label, area] of [
    ['Projects', 'projects'],
    ['Reporting', 'reporting'],
    ['O&M', 'o-and-m'],
    ['Admin', 'admin'],
  ] as const) {
    const link = navigation(one).getByRole('link', { name: label, exact: true })
    await expect(link).toHaveAttribute('href', `/segue-infra/${area}`)
  }
  const two = await open('member2')
  await two.goto('/')
  await navigation(two).getByRole('button', { name: 'Projects' }).click()
  await expect(two.getByRole('menuitem')).toHaveText([
    'Projects: Meridian Solar Fund',
    'Projects: Segue Infrastructure',
  ])
  await expectAccessible(two)
  await pressIn(two.getByRole('menu'), 'Escape')
  await expect(two.getByRole('menuitem')).toHaveCount(0)
  await expect(navigation(two).getByRole('button', { name: 'Projects' })).toBeFocused()
})

test('SHELL-03 SHELL-04 SHELL-05 SHELL-21 the brand leads to the start: home for most, the deal rooms for a bidder', async ({
  open,
}) => {
  const viewer = await open('viewer')
  await viewer.goto('/dealroom')
  await viewer.getByRole('link', { name: 'Helioroom' }).click()
  await expect(viewer).toHaveURL('/')
  await expect(viewer.getByRole('heading', { name: nameOf('viewer') })).toBeVisible()
  await expectAccessible(viewer)
  const bidder = await open('bidder')
  await bidder.goto('/')
  await expect(bidder).toHaveURL(/\/dealroom/)
  await expect(bidder.getByRole('heading', { name: 'Deal Room' })).toBeVisible()
  await expectAccessible(bidder)
})

test('SHELL-33 SHELL-34 SHELL-35 SHELL-36 SHELL-37 footer, environment label, and what is for staff alone', async ({
  open,
}) => {
  const viewer = await open('viewer')
  await viewer.goto('/')
  const footer = viewer.getByRole('contentinfo')
  await expect(footer.getByRole('link')).toHaveText([
    'Support',
    'About',
    'Privacy policy',
    'Terms of service',
  ])
  for (const [name, address] of [
    ['Privacy policy', 'https://legal.example/privacy'],
    ['Terms of service', 'https://legal.example/terms'],
  ] as const) {
    const link = footer.getByRole('link', { name })
    await expect(link).toHaveAttribute('href', address)
    await expect(link).toHaveAttribute('target', '_blank')
  }
  await expect(viewer.getByRole('banner').getByText('STAGING')).toBeVisible()

  const staff = await open('super')
  await staff.goto('/')
  await expect(staff.getByRole('contentinfo').getByRole('link', { name: 'Admin' })).toHaveAttribute(
    'href',
    '/tagauks',
  )
  await staff.getByRole('button', { name: nameOf('super') }).click()
  const admin = staff
    .getByRole('dialog', { name: 'User menu' })
    .getByRole('link', { name: 'Helioroom Admin' })
  await expect(admin).toHaveAttribute('href', '/tagauks')
})

test('SHELL-18 SHELL-19 SHELL-20 unknown and closed addresses show the same not-found page', async ({
  open,
  tolerate,
}) => {
  tolerate(NOT_FOUND)
  const page = await open('outsider')
  for (const address of [
    '/nowhere/at/all',
    '/portfolios/no-such-portfolio',
    `/portfolios/${PORTFOLIO.slug}`,
    documentsAddress(),
    '/no-such-fund/projects',
    '/segue-infra/projects',
  ]) {
    await page.goto(address)
    await expect(
      page.getByText('Sorry. We can’t seem to find the page you’re looking for.'),
      address,
    ).toBeVisible()
    await expect(page.getByText('Error 404 to be precise.')).toBeVisible()
    await expect(page.getByText(PORTFOLIO.name)).toHaveCount(0)
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Return to homepage' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: nameOf('outsider') })).toBeVisible()
})

test('SHELL-41 without addresses for analytics or error reports nothing is asked of anybody else', async ({
  open,
  baseURL,
}) => {
  const page = await open('viewer')
  const asked: string[] = []
  page.context().on('request', (request) => void asked.push(request.url()))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: nameOf('viewer') })).toBeVisible()
  await page.goto(`${documentsAddress()}?q=process+letter`)
  // What says so in its text is listed below with the same name.
  await rowOf(page, 'Process letter.pdf').getByRole('link', { name: 'Process letter.pdf' }).click()
  await expect(page).toHaveTitle(/Process letter\.pdf/)
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.length).toBeGreaterThan(10)
  // The page's own parts apart: pictures in memory, and the worker of a preview.
  expect(asked.filter((url) => !url.startsWith(`${baseURL}/`) && !/^(blob|data):/.test(url))).toEqual([])
})

test('SHELL-44 on a telephone the areas fold into a menu that the keyboard can use', async ({ open }) => {
  const page = await open('contributor', PHONE)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: nameOf('contributor') })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(entries(page).filter({ hasText: /./ })).toHaveText([
    'Search',
    'Home',
    'Projects',
    'Reporting',
    'Deal Room',
    'O&M',
  ])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await button.click()
  await navigation(page).getByRole('link', { name: 'Deal Room' }).click()
  await expect(page).toHaveURL(/\/dealroom/)
  await expect(page.getByRole('heading', { name: 'Deal Room' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('figures that outgrow their strip are reached by keyboard, such as when a font comes late', async ({
  open,
}) => {
  const page = await open('contributor')
  await page.goto('/dealroom')
  const strip = page
    .getByRole('group')
    .filter({ has: page.locator('dd') })
    .first()
  await expect(strip).toBeVisible()
  await expect(strip).not.toHaveAttribute('tabindex')
  await strip
    .locator('dd')
    .first()
    .evaluate((element) => {
      element.textContent = 'W'.repeat(200)
    })
  await expect(strip).toHaveAttribute('tabindex', '0')
})

test('the dark scheme follows the system, can be chosen, and is as readable', async ({ open }) => {
  const page = await open('viewer', { colorScheme: 'dark' })
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.goto(documentsAddress())
  await expect(page.getByRole('link', { name: '01 Corporate' })).toBeVisible()
  expect(await background()).toBe('rgb(13, 20, 24)')
  await expectAccessible(page)
  await page.getByRole('button', { name: nameOf('viewer') }).click()
  await expectAccessible(page)
  await page.getByRole('dialog', { name: 'User menu' }).getByText('Light').click()
  expect(await background()).toBe('rgb(246, 248, 248)')
  await page.reload()
  await expect(page.getByRole('link', { name: '01 Corporate' })).toBeVisible()
  expect(await background()).toBe('rgb(246, 248, 248)')
})
