import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'

/** A folder of this machine with those files in it; a path that ends with a slash is an empty folder. */
export function localFiles(contents: Readonly<Record<string, string>>): {
  at: (name: string) => string
  remove: () => void
} {
  let root: string | undefined
  // Made when first asked for: the runner reads this file once more, only to list its tests.
  const make = () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-journey-'))
    for (const [name, content] of Object.entries(contents)) {
      const file = path.join(folder, name)
      mkdirSync(name.endsWith('/') ? file : path.dirname(file), { recursive: true })
      if (!name.endsWith('/')) writeFileSync(file, content)
    }
    return folder
  }
  return {
    at: (name) => {
      root ??= make()
      return path.join(root, name)
    },
    remove: () => {
      if (root !== undefined) rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Where files and folders of this machine are dragged to. */
export async function startDrag(page: Page, target: Locator, files: readonly string[]) {
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to drop on.')
  const devtools = await page.context().newCDPSession(page)
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devtools.send('Input.dispatchDragEvent', {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      data: { items: [], files: [...files], dragOperationsMask: 1 },
    })
  await send('dragEnter')
  await send('dragOver')
  return { drop: () => send('drop') }
}

/** Chooses files, or a folder, in the browser's own dialog. */
export async function choose(page: Page, button: Locator, files: string | string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles(files)
}

/** Keeps back the bytes of all uploads until they are let go, one by one or all together. */
export async function holdTransfers(page: Page) {
  const held: (() => void)[] = []
  let open = false
  await page.route('**/uploads/*', async (route) => {
    if (!open) await new Promise<void>((resolve) => held.push(resolve))
    // A cancelled transfer is gone by then.
    await route.continue().catch(() => {})
  })
  return {
    waiting: () => held.length,
    releaseOne: () => held.shift()?.(),
    releaseAll: () => {
      open = true
      for (const release of held.splice(0)) release()
    },
  }
}

/** The window of the uploads that run, or ran last. */
export const uploadWindow = (page: Page): Locator =>
  page.getByRole('dialog', { name: /^(Uploading\.\.\. \d+%|Done!|\d+ of \d+ (failed|interrupted))$/ })

/** An item's row in that window. */
export const uploadRow = (page: Page, name: string): Locator =>
  uploadWindow(page).getByRole('row').filter({ hasText: name })

/** Place and size in whole px. */
export async function boxOf(
  element: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not there.')
  const { x, y, width, height } = box
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }
}
