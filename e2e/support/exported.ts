import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { readSpreadsheet } from '../../testing/spreadsheets.ts'

/**
 * A spreadsheet that opens in a new tab. The tab closes by itself when the download begins, so that only the whole
 * browser hears of it.
 */
export async function exported(
  page: Page,
  open: () => Promise<void>,
): Promise<{ name: string; rows: readonly (readonly unknown[])[] }> {
  const download = new Promise<Download>((resolve) => page.context().once('download', resolve))
  await open()
  const file = await download
  const [sheet] = readSpreadsheet(await readFile(await file.path()))
  return { name: file.suggestedFilename(), rows: sheet?.rows ?? [] }
}
