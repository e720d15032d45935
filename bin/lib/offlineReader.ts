import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { BUILD_TARGET } from '../../web/browserFloor.ts'
import { dark, light, type Tokens } from '../../web/ui/theme/tokens.ts'

const FOLDER = path.join(import.meta.dirname, '../../web/offlineReader')
const FONT = path.join(
  import.meta.dirname,
  '../../node_modules/@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2',
)

const TONES = ['danger', 'success', 'warning', 'info', 'violet', 'neutral'] as const

/** The colours of the product as variables of the page. */
function coloursOf({ tones, ...tokens }: Tokens): string {
  const { canvas, surface, line, lineStrong, control, hover, ink, ink2, ink3, onAccent } = tokens
  const named = {
    ...{ canvas, surface, line, 'line-strong': lineStrong, control, hover, ink, ink2, ink3 },
    'on-accent': onAccent,
    accent: tones.accent.main,
    'accent-tint': tones.accent.tint,
    'accent-text': tones.accent.text,
    ...Object.fromEntries(
      TONES.flatMap((tone) => [
        [tone, tones[tone].main],
        [`${tone}-tint`, tones[tone].tint],
        [`${tone}-text`, tones[tone].text],
      ]),
    ),
  }
  return Object.entries(named)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ')
}

function styles(): string {
  const font = readFileSync(FONT).toString('base64')
  return `
:root { color-scheme: light; ${coloursOf(light)} }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; ${coloursOf(dark)} } }
@font-face {
  font-family: "IBM Plex Sans Variable";
  font-weight: 100 700;
  src: url(data:font/woff2;base64,${font}) format("woff2");
}
${readFileSync(path.join(FOLDER, 'page.css'), 'utf8')}`
}

async function script(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      // Whoever doubts it can read it.
      minify: false,
      target: BUILD_TARGET,
      modulePreload: false,
      rolldownOptions: { input: path.join(FOLDER, 'main.ts'), output: { format: 'iife' } },
    },
  })
  const [output] = [built].flat()
  const [chunk] = output && 'output' in output ? output.output : []
  if (chunk?.type !== 'chunk') throw new Error('The page of archives could not be built.')
  return `\n${chunk.code}`
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * The page of a closing archive as one file that asks nobody for anything (ARCH-03): its style and its script stand in it, and are
 * the only ones that its policy lets run, besides the lists that lie beside it.
 */
export async function offlineReader(): Promise<string> {
  const [style, code] = [styles(), await script()]
  const policy = [
    "default-src 'none'",
    // Not all browsers take files beside a page for its own.
    `script-src ${hashOf(code)} 'self' file:`,
    `style-src ${hashOf(style)}`,
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const inserted = (page: string, placeholder: string, text: string): string => {
    if (!page.includes(placeholder)) throw new Error(`page.html has no ${placeholder}`)
    return page.replace(placeholder, () => text)
  }
  let page = readFileSync(path.join(FOLDER, 'page.html'), 'utf8')
  const charset = '<meta charset="utf-8" />'
  page = inserted(
    page,
    charset,
    `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
  )
  page = inserted(page, '<link rel="stylesheet" href="page.css" />', `<style>${style}</style>`)
  return inserted(page, '<script src="main.ts"></script>', `<script>${code}</script>`)
}
