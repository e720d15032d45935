import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { expect, test } from './support/test.ts'

const SOURCE = fileURLToPath(new URL('../web/features/documents/preview/word/cleanHtml.ts', import.meta.url))

/** A page that has what cleans documents, as the browser runs it. */
async function cleanerIn(page: Page): Promise<(html: string) => Promise<string>> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry: SOURCE, formats: ['iife'], name: 'cleaner' } },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  if (!bundle || !('output' in bundle)) throw new Error('The cleaner was not built.')
  await page.setContent('<!doctype html><title>Cleaner</title>')
  await page.addScriptTag({ content: bundle.output[0].code })
  return (html) =>
    page.evaluate(
      (given) =>
        (window as unknown as { cleaner: { cleanHtml: (html: string) => string } }).cleaner.cleanHtml(given),
      html,
    )
}

const CASES: [what: string, html: string, clean: string][] = [
  ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['an event', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
  [
    'a picture from elsewhere',
    '<img src="https://evil.example/x.png" onerror="alert(1)" alt="x">',
    '<img alt="x">',
  ],
  ['a drawing', '<img src="data:image/svg+xml;base64,PHN2Zy8+">', '<img>'],
  ['a drawing in the text', '<svg><script>alert(1)</script><a href="x">a</a></svg><p>a</p>', '<p>a</p>'],
  ['a link that runs', '<a href="javascript:alert(1)">press</a>', '<a>press</a>'],
  ['a hidden link that runs', '<a href="java&#10;script:alert(1)">press</a>', '<a>press</a>'],
  ['a style', '<p style="background:url(https://evil.example)">a</p><style>p{}</style>', '<p>a</p>'],
  ['a frame', '<iframe src="https://evil.example"></iframe><p>a</p>', '<p>a</p>'],
  ['a form', '<form action="https://evil.example"><p>a</p></form>', '<p>a</p>'],
  [
    'a base and a refresh',
    '<base href="https://evil.example"><meta http-equiv="refresh"><p>a</p>',
    '<p>a</p>',
  ],
  ['a class of the product', '<p class="MuiButton-root">a</p>', '<p>a</p>'],
  ['a footnote’s way back', '<p>note <a href="#footnote-ref-1">↑</a></p>', '<p>note </p>'],
]

test('DOC-43 a document’s HTML is left with nothing that runs, loads or leads away', async ({ open }) => {
  const page = await open(null)
  const clean = await cleanerIn(page)
  for (const [what, html, expected] of CASES) expect([what, await clean(html)]).toEqual([what, expected])
  expect(await clean('<a href="https://ferc.example/order?a=1">Order 872</a>')).toBe(
    '<a title="https://ferc.example/order?a=1">Order 872</a>',
  )
  const kept =
    '<h1 class="title">T</h1><p><strong>a</strong> <em>b</em></p><table><tbody><tr><td colspan="2">1</td></tr></tbody></table><img src="data:image/png;base64,AAAA">'
  expect(await clean(kept)).toBe(kept)
})
