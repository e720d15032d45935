import { readFile } from 'node:fs/promises'
import { documentsAddress, idOf, newFiles, newFolder, REMOVE, refusalOf, roomOf } from './support/room.ts'
import { menuOf, rowOf } from './support/table.ts'
import { expect, PHONE, test } from './support/test.ts'

const NAME = 'Übersicht „Süd“ "final" 100%.bin'

/** Bytes that no encoding survives by chance. */
const content = (name: string): Uint8Array => {
  const bytes = new Uint8Array(70_000)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (at * 31 + name.length) % 256
  return bytes
}

test('DOP-20 DOC-12 API-118 what is downloaded is what was uploaded, under its name, from row, preview and phone', async ({
  open,
}) => {
  const folderId = await newFolder('Downloaded')
  const [id] = await newFiles(folderId, [NAME], content)
  const page = await open('viewer')
  await page.goto(documentsAddress(folderId))
  const fromRow = page.waitForEvent('download')
  await (await menuOf(page, NAME)).getByRole('menuitem', { name: 'Download', exact: true }).click()
  // Quotes can't be in a file name everywhere: a browser writes them in its own way.
  expect((await fromRow).suggestedFilename().replaceAll(/["„“_]/g, '')).toBe(NAME.replaceAll(/["„“_]/g, ''))
  expect(await readFile(await (await fromRow).path())).toEqual(Buffer.from(content(NAME)))

  await page.goto(documentsAddress(id))
  const fromPreview = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).first().click()
  expect(await readFile(await (await fromPreview).path())).toEqual(Buffer.from(content(NAME)))

  const phone = await open('bidder', PHONE)
  await phone.goto(documentsAddress(id))
  await phone.getByRole('button', { name: 'Actions' }).click()
  const fromPhone = phone.waitForEvent('download')
  await phone.getByRole('menuitem', { name: 'Download', exact: true }).click()
  expect(await readFile(await (await fromPhone).path())).toEqual(Buffer.from(content(NAME)))
})

test('DOC-40 of several files those that are gone are named in one sentence, and the rest comes', async ({
  open,
}) => {
  const folderId = await newFolder('Downloaded in part')
  const [gone] = await newFiles(folderId, ['gone.txt', 'there.txt'])
  const page = await open('viewer')
  await page.goto(documentsAddress(folderId))
  await rowOf(page, 'gone.txt').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByText('2 selected')).toBeVisible()
  await (await roomOf('dealAdmin')).call(REMOVE, { ids: [gone] })
  const download = page.waitForEvent('download')
  await page
    .getByRole('toolbar', { name: 'Selection' })
    .getByRole('button', { name: 'Download', exact: true })
    .click()
  expect((await download).suggestedFilename()).toBe('there.txt')
  await expect(
    page.getByText('1 of 2 files could not be downloaded: gone.txt. Document not found.'),
  ).toBeVisible()
})

test('DOC-42 DOP-34 what one may not see is not downloaded, by no call and no address', async ({ open }) => {
  const admin = await roomOf('dealAdmin')
  const rival = await idOf(admin, '08 Bids', 'Calder')
  const [offer] = await admin.list(rival)
  const DOWNLOAD =
    'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { url } }'
  expect(await refusalOf('bidder', DOWNLOAD, { id: offer?.id })).toBe('NOT_FOUND')
  const { url } = await admin.call<{ url: string }>(DOWNLOAD, { id: offer?.id })
  const page = await open('bidder')
  const answer = await page.request.get(url)
  expect(answer.status()).toBe(403)
})
