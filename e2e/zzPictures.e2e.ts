import { pdfWith } from '../testing/paper.ts'
import { documentsAddress, newFiles, newFolder } from './support/room.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ timeout: 240_000 })

test('pictures', async ({ open }) => {
  const bytes = await pdfWith([
    'Seller is Cedar Bluff Solar, and the buyer is Mesa Power\nAuthority. It pays $41.20 per MWh, or writes to buyer@mesa.example.',
  ])
  const scan = await pdfWith([''])
  const folder = await newFolder('Picture contracts')
  await newFiles(folder, ['PPA - Cedar Bluff Solar.pdf', 'Lease - Harlan.pdf'], () => bytes)
  await newFiles(folder, ['Scanned amendment.pdf'], () => scan)
  const page = await open('contributor')
  const shot = (name: string) => page.screenshot({ path: `/tmp/redact-pics/${name}.png` })
  for (const [size, width, height] of [['1440', 1440, 900], ['390', 390, 844]] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(documentsAddress(folder))
    await page.getByRole('button', { name: 'Actions for Lease - Harlan.pdf' }).click()
    await shot(`menu-${size}`)
    await page.keyboard.press('Escape')
    await page.goto(documentsAddress())
    await page.getByRole('button', { name: 'Actions for Picture contracts' }).click()
    await page.getByRole('menuitem', { name: 'Find text to redact' }).click()
    const dialog = page.getByRole('dialog', { name: 'Find text to redact' })
    await dialog.getByRole('textbox', { name: 'Words or names' }).fill('Mesa Power Authority\nCedar Bluff Solar')
    await dialog.getByRole('checkbox', { name: 'Sums of money' }).check()
    await shot(`dialog-${size}`)
    await dialog.getByRole('button', { name: 'Find' }).click()
    await page.waitForTimeout(700)
    await shot(`progress-${size}`)
    await expect(dialog.getByText(/files searched\. /)).toBeVisible({ timeout: 90_000 })
    await page.waitForTimeout(700)
    await shot(`found-${size}`)
    if (size === '1440') {
      await page.emulateMedia({ colorScheme: 'dark' })
      await shot('found-dark')
      await page.emulateMedia({ colorScheme: 'light' })
      await dialog.getByRole('link', { name: 'Lease - Harlan.pdf' }).click()
      await expect(page.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible({ timeout: 60_000 })
      await page.waitForTimeout(800)
      await shot('screen-1440')
      await page.getByRole('button', { name: 'Find in files...' }).click()
      await page.waitForTimeout(800)
      await shot('screen-dialog-1440')
    }
  }
})
