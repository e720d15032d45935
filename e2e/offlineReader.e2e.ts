import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { test as base } from '@playwright/test'
import { archiveOf } from '../testing/archives/draft.ts'
import { unpackTo } from '../testing/archives/folder.ts'
import { sampleDraft } from '../testing/archives/sample.ts'
import { expect, expectAccessible, expectNoSidewaysScroll } from './support/test.ts'

/** An archive unpacked on disk: no product runs. */
const test = base.extend<{ archive: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names in the pattern
  archive: async ({}, use) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-offline-'))
    const { draft, key } = sampleDraft()
    unpackTo(folder, archiveOf(draft, key))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
})

test('ARCH-03 the page of an archive opens from disk, without a server or network: tree, search, questions, history, and files are verified in it', async ({
  page,
  context,
  archive,
}) => {
  await context.setOffline(true)
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  const troubles: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && troubles.push(message.text())))
  page.on('pageerror', (error) => void troubles.push(error.message))
  const address = pathToFileURL(path.join(archive, 'index.html')).href
  await page.goto(address)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbor Solar')
  const tree = page.getByRole('tabpanel', { name: 'Documents' })
  await tree.getByRole('button', { name: '1 Permits' }).click()
  await tree.getByRole('button', { name: '1.2 Drawings' }).press('Enter')
  const plan = tree.getByRole('link', { name: '1.2.1 Site plan.xlsx' })
  await expect(plan).toBeVisible()
  expect(decodeURIComponent((await plan.getAttribute('href')) ?? '')).toBe(
    'files/Documents/1 Permits/1.2 Drawings/1.2.1 Site plan.xlsx',
  )
  await tree.getByRole('button', { name: 'Details of 1.1 Zoning approval.pdf' }).click()
  await expect(
    tree.getByRole('table', { name: 'Versions of Zoning approval.pdf' }).getByRole('row'),
  ).toHaveCount(3)
  await expect(tree.getByText('May read it: all groups of the room.')).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Search names').fill('agreement power')
  await expect(tree.getByRole('status')).toHaveText('1 name found.')
  await expect(tree.getByRole('link', { name: '2.1 Power purchase agreement.docx' })).toBeVisible()
  await expect(tree.getByRole('listitem').filter({ hasText: '2.1 Power' }).first()).toContainText(
    '2 Contracts',
  )
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Documents' }).press('ArrowRight')
  const questions = page.getByRole('tabpanel', { name: 'Questions' })
  await expect(questions.getByRole('article')).toHaveCount(2)
  await page.getByLabel('Search questions').fill('signed on')
  await expect(questions.getByRole('article')).toHaveCount(1)
  await expect(questions.getByText('Yes. It was signed on March 4.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('tabpanel', { name: 'History' }).getByRole('listitem').first()).toContainText(
    'Tom Okafor uploaded Old lease.pdf',
  )
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Other files' }).click()
  await expect(page.getByRole('link', { name: 'pages/Overview.pdf' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Verify' }).click()
  const verify = page.getByRole('tabpanel', { name: 'Verify' })
  await expectAccessible(page)
  const folder = verify.locator('input[data-of="folder"]')
  await folder.setInputFiles(archive)
  await expect(verify.getByRole('status')).toHaveText(/^\d+ files are unchanged\.$/)
  const spoilt = path.join(archive, 'files/Documents/3 Data room rules.pdf')
  writeFileSync(spoilt, 'Rules of the rooM')
  rmSync(path.join(archive, 'deleted'), { recursive: true })
  writeFileSync(path.join(archive, 'files/more.txt'), 'more')
  await folder.setInputFiles(archive)
  await expect(verify.getByRole('status')).toHaveText(
    /^1 file was changed, 1 file is missing, 1 file does not belong to this archive, \d+ files are unchanged\.$/,
  )
  await expect(
    verify.getByRole('row', { name: 'files/Documents/3 Data room rules.pdf Changed' }),
  ).toBeVisible()
  await verify.locator('input[data-of="files"]').setInputFiles(spoilt)
  await expect(verify.getByRole('status')).toHaveText('1 file was changed, 0 files are unchanged.')
  await expectAccessible(page)
  // Dropped, as a person does it.
  const drop = await verify.locator('.drop').boundingBox()
  const browser = await context.newCDPSession(page)
  const at = { x: (drop?.x ?? 0) + 20, y: (drop?.y ?? 0) + 20 }
  const data = { items: [], files: [path.join(archive, 'files')], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', { type, ...at, data })
  }
  await expect(verify.getByRole('status')).toHaveText(
    '1 file was changed, 1 file does not belong to this archive, 3 files are unchanged.',
  )

  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of ['Documents', 'Questions', 'History', 'Other files', 'Verify']) {
    await page.getByRole('tab', { name }).click()
    await expectNoSidewaysScroll(page)
  }
  expect(troubles).toEqual([])
  expect(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([])
  expect(asked.filter((url) => url.startsWith(new URL('data/', address).href)).length).toBeGreaterThan(5)
})
