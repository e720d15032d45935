import { PORTFOLIO } from './support/room.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/test.ts'

const ROOM = `/portfolios/${PORTFOLIO.slug}`

test('STAGE-01 an admin closes a room for preparation after reading what that does, checks it and opens it; the open page of a bidder follows', async ({
  open,
}) => {
  test.slow()
  const bidder = await open('bidder', PHONE)
  const watching = bidder.waitForEvent('websocket', {
    predicate: (socket) => socket.url().includes('/ws/session/'),
  })
  await bidder.goto(`${ROOM}/storage/documents`)
  const documents = bidder.getByRole('link', { name: 'Documents', exact: true })
  await expect(documents.first()).toBeVisible()
  await watching

  const admin = await open('dealAdmin')
  await admin.goto(ROOM)
  await expect(admin.getByText('Open', { exact: true })).toBeVisible()
  const dialog = admin.getByRole('dialog')
  const change = async (phase: string, effect: RegExp) => {
    await admin.getByRole('button', { name: 'Admin' }).click()
    await admin.getByRole('menuitem', { name: 'Settings' }).click()
    await dialog.getByRole('button', { name: 'Change phase' }).click()
    await dialog.getByRole('combobox', { name: 'Phase' }).click()
    await admin.getByRole('option', { name: phase }).click()
    await expect(dialog.getByText(effect)).toBeVisible()
    await expectAccessible(admin)
    await dialog.getByRole('button', { name: `Change to ${phase}` }).click()
    await expect(dialog.getByRole('button', { name: 'Change phase' })).toBeVisible()
    await admin.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(admin.getByText(phase, { exact: true })).toBeVisible()
  }
  await change('Preparation', /Others read “This room opens later.”/)
  await expect(bidder.getByText('This room opens later.')).toBeVisible({ timeout: 5000 })
  await expect(documents).toHaveCount(0)
  await expectAccessible(bidder)

  await admin.getByRole('button', { name: 'Admin' }).click()
  await admin.getByRole('menuitem', { name: 'Check readiness' }).click()
  await expect(
    admin
      .getByRole('heading', { name: 'Groups without a member' })
      .or(admin.getByText('This is what was found.'))
      .first(),
  ).toBeVisible()
  await expectAccessible(admin)
  await admin.setViewportSize(PHONE.viewport)
  await expectNoSidewaysScroll(admin)
  await admin.setViewportSize({ width: 1440, height: 900 })

  await change('Open', /Everybody sees and does immediately/)
  await expect(bidder.getByText('This room opens later.')).toHaveCount(0, { timeout: 5000 })
  await expect(documents.first()).toBeVisible()
})
