import type { Page } from '@playwright/test'
import { PEOPLE } from '../demo/content/people.ts'
import { mailsNaming, writeDigests } from './support/outbox.ts'
import { newFiles, newFolder, PORTFOLIO } from './support/room.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/test.ts'

const SETTINGS = '/profile/segue-infra/notifications'
const ENTITY = PORTFOLIO.name
const toggle = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })
const group = (page: Page) =>
  page
    .getByRole('switch', { name: 'All portfolios' })
    .or(page.getByRole('checkbox', { name: 'All portfolios' }))
const master = (page: Page) => toggle(page, 'Notifications from Segue Infrastructure')

test('NOTIF-01 NOTIF-02 NOTIF-03 NOTIF-04 NOTIF-06 NOTIF-07 individual settings come back with the master, and a group turns all on', async ({
  open,
}) => {
  const page = await open('orgAdmin')
  await page.goto(SETTINGS)
  await expect(page).toHaveTitle('Notifications · Helioroom')
  await expect(master(page)).toHaveAttribute('aria-checked', 'true')
  await expectAccessible(page)
  await toggle(page, ENTITY).focus()
  await page.keyboard.press('Space')
  await expect(toggle(page, ENTITY)).toHaveAttribute('aria-checked', 'false')
  await expect(group(page)).toHaveAttribute('aria-checked', 'mixed')
  await master(page).click()
  await expect(toggle(page, ENTITY)).toBeDisabled()
  await expect(group(page)).toHaveAttribute('aria-checked', 'false')
  await expectAccessible(page)
  await page.reload()
  await expect(master(page)).toHaveAttribute('aria-checked', 'false')
  await master(page).click()
  await expect(toggle(page, ENTITY)).toBeEnabled()
  await expect(toggle(page, ENTITY)).toHaveAttribute('aria-checked', 'false')
  await group(page).click()
  await expect(toggle(page, ENTITY)).toHaveAttribute('aria-checked', 'true')
  await expect(group(page)).toHaveAttribute('aria-checked', 'true')

  const phone = await open('orgAdmin', PHONE)
  await phone.goto(SETTINGS)
  await expect(group(phone)).toHaveAttribute('aria-checked', 'true')
  await expectNoSidewaysScroll(phone)
  await expectAccessible(phone)
})

test('NOTIF-12 NOTIF-16 NOTIF-19 NOTIF-25 what one adds the others are mailed; the link leads there, and one press ends it', async ({
  open,
}) => {
  // What others have added before is another mail.
  await writeDigests()
  const folderId = await newFolder('Site studies')
  const [first, second] = ['Geotech report.txt', 'Second report.txt']
  await newFiles(folderId, [first])
  await writeDigests()
  const mails = await mailsNaming(first)
  expect(mails.map(({ recipient }) => recipient)).toContain(PEOPLE.viewer.email)
  expect(mails.map(({ recipient }) => recipient)).not.toContain(PEOPLE.contributor.email)
  const { subject, text = '' } = mails.find(({ recipient }) => recipient === PEOPLE.viewer.email) ?? {}
  expect(subject).toBe(`${ENTITY}: ${first}`)
  const link = (path: RegExp) => new URL(text.match(path)?.[0] ?? '').pathname

  const viewer = await open('viewer')
  await viewer.goto(link(/http\S+\/storage\/documents\/\S+/))
  await expect(viewer.getByText(first)).toBeVisible()
  expect(viewer.url()).toContain(folderId)

  const anybody = await open(null)
  await anybody.goto(link(/http\S+\/unsubscribe\/\S+/))
  await expect(anybody.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible()
  await expect(anybody.getByText(`This switches off the notifications about ${ENTITY}`)).toBeVisible()
  await expectAccessible(anybody)
  await anybody.getByRole('button', { name: 'Switch off' }).click()
  await expect(anybody.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  await expectAccessible(anybody)

  await viewer.goto(link(/http\S+\/profile\/\S+/))
  await expect(toggle(viewer, ENTITY)).toHaveAttribute('aria-checked', 'false')
  await newFiles(folderId, [second])
  await writeDigests()
  const later = (await mailsNaming(second)).map(({ recipient }) => recipient)
  expect(later.length).toBeGreaterThan(0)
  expect(later).not.toContain(PEOPLE.viewer.email)
  await toggle(viewer, ENTITY).click()
  await expect(toggle(viewer, ENTITY)).toHaveAttribute('aria-checked', 'true')
})
