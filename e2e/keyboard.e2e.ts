import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { documentsAddress, idOf, newFolder, roomOf } from './support/room.ts'
import { rowNames, rowOf } from './support/table.ts'
import { expect, nameOf, test } from './support/test.ts'

const press = (page: Page, key: string) => page.keyboard.press(key)

/** Presses Tab until that is focused. */
async function tabTo(page: Page, name: string, most = 40): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    await press(page, 'Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      return element?.getAttribute('aria-label') ?? element?.textContent?.trim()
    })
    if (focused === name) return
  }
  throw new Error(`${name} is not reached by Tab.`)
}

/** Whether the focused element shows that it is: an outline, or a field's own border and halo. */
const focusShows = (page: Page) =>
  page.evaluate(() => {
    const shown = (element: Element | null) => {
      if (!element) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    }
    const element = document.activeElement
    const box = element?.getBoundingClientRect()
    const isThere = box !== undefined && box.width > 0 && box.bottom > 0 && box.top < window.innerHeight
    // A checkbox and a field are drawn by what stands around them.
    return (
      isThere &&
      [element, element?.parentElement, element?.parentElement?.parentElement].some((each) =>
        shown(each ?? null),
      )
    )
  })

test('a contributor works without a mouse: signs in, skips to the content, makes folders', async ({
  open,
}) => {
  const folderId = await newFolder('By keyboard')
  const page = await open(null)
  await page.goto(documentsAddress(folderId))
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('contributor@demo.example')
  await press(page, 'Tab')
  await page.keyboard.type('Daylight-2026')
  await press(page, 'Enter')
  await expect(page.getByText('This folder is empty')).toBeVisible()

  await press(page, 'Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
  await press(page, 'Enter')
  await tabTo(page, 'New folder')
  await press(page, 'Enter')
  await expect(page.getByRole('dialog', { name: 'New folder' }).getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Inverters')
  await press(page, 'Enter')
  await expect(rowOf(page, 'Inverters')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New folder' })).toBeFocused()
  await press(page, 'Enter')
  await expect(page.getByRole('dialog', { name: 'New folder' }).getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Modules')
  await press(page, 'Enter')
  await expect.poll(() => rowNames(page)).toEqual(['Inverters', 'Modules'])
})

test('the rows of a list are walked, selected and opened by keys, and the menu gives the focus back', async ({
  open,
}) => {
  const room = await roomOf('viewer')
  const leases = await idOf(room, '02 Real estate', '02.1 Leases')
  const [first, second] = (await room.list(leases)).map((file) => file.name)
  if (!first || !second) throw new Error('The demo has too few leases.')
  const page = await open('viewer')
  await page.goto(documentsAddress(leases))
  await expect(rowOf(page, first)).toBeVisible()
  await rowOf(page, first).focus()
  await press(page, 'ArrowDown')
  await expect(rowOf(page, second)).toBeFocused()
  expect(await focusShows(page)).toBe(true)
  await press(page, ' ')
  await expect(page.getByText('1 selected')).toBeVisible()
  await press(page, 'Escape')
  await expect(page.getByText('1 selected')).toHaveCount(0)

  // What a row offers is walked through with Left and Right; the Tab key leaves the list.
  await press(page, 'ArrowRight')
  await expect(page.getByRole('checkbox', { name: `Select ${second}` })).toBeFocused()
  await press(page, 'ArrowRight')
  await expect(rowOf(page, second).getByRole('link', { name: second })).toBeFocused()
  await press(page, 'ArrowRight')
  await expect(page.getByRole('button', { name: `Favourite: ${second}` })).toBeFocused()
  await press(page, 'ArrowRight')
  await expect(page.getByRole('button', { name: `Actions for ${second}` })).toBeFocused()
  expect(await focusShows(page)).toBe(true)
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused()
  await press(page, 'ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Download', exact: true })).toBeFocused()
  await press(page, 'Escape')
  await expect(page.getByRole('button', { name: `Actions for ${second}` })).toBeFocused()

  await rowOf(page, second).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('region', { name: `Preview of ${second}` })).toBeVisible()
  // The way to the neighbours comes a moment after the file.
  await expect(page.getByRole('link', { name: 'Previous file' })).toBeVisible()
  await press(page, 'ArrowLeft')
  await expect(page.getByRole('region', { name: `Preview of ${first}` })).toBeVisible()
  await tabTo(page, 'Download')
  const download = page.waitForEvent('download')
  await press(page, 'Enter')
  expect((await download).suggestedFilename()).toBe(first)
})

test('a list is one stop of the Tab key, and Shift with arrows selects what it passes', async ({ open }) => {
  const folderId = await newFolder('One stop')
  const names = ['Lot 1', 'Lot 2', 'Lot 3', 'Lot 4']
  await (await roomOf('contributor')).createFolders(names, folderId)
  const page = await open('contributor')
  await page.goto(documentsAddress(folderId))
  await expect(rowOf(page, 'Lot 1')).toBeVisible()
  await page.getByRole('button', { name: 'Choose columns' }).focus()
  await press(page, 'Tab')
  await expect(rowOf(page, 'Lot 1')).toBeFocused()
  await press(page, 'Shift+ArrowDown')
  await press(page, 'Shift+ArrowDown')
  await expect(page.getByText('3 selected')).toBeVisible()
  await press(page, 'Shift+ArrowUp')
  await expect(page.getByText('2 selected')).toBeVisible()
  await press(page, 'Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('table'))).toBeNull()
  await press(page, 'Shift+Tab')
  await expect(rowOf(page, 'Lot 2')).toBeFocused()
})

test('FMT-29 what a control is called contains what it shows, in the lists of a room', async ({ open }) => {
  const page = await open('dealAdmin')
  for (const view of ['', '?q=agreement', '?view=history']) {
    await page.goto(documentsAddress() + view)
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).withRules('label-content-name-mismatch').analyze()
    expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([])
  }
})

test('every stop of the Tab key on the page of a room can be seen', async ({ open }) => {
  const page = await open('contributor')
  await page.goto(documentsAddress())
  await expect(rowOf(page, '01 Corporate')).toBeVisible()
  await expect(page.getByRole('button', { name: nameOf('contributor') })).toBeVisible()
  const unseen: string[] = []
  for (let stop = 0; stop < 30; stop += 1) {
    await press(page, 'Tab')
    if (await page.evaluate(() => document.activeElement === document.body)) break
    if (await focusShows(page)) continue
    unseen.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? ''))
  }
  expect(unseen).toEqual([])
})
