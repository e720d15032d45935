import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { transformWithOxc } from 'vite'
import { BROWSER_FLOOR, BUILD_TARGET } from '../web/browserFloor.ts'
import { expect, test } from './support/test.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const BUILT = path.join(ROOT, 'web/dist/static')
const scripts = readdirSync(BUILT).filter((name) => /\.m?js$/.test(name))

test('what is built has no syntax that the oldest browsers don’t know', async () => {
  expect(scripts.length).toBeGreaterThan(50)
  const newer: string[] = []
  for (const name of scripts) {
    const code = readFileSync(path.join(BUILT, name), 'utf8')
    const options = { lang: 'js', sourcemap: false } as const
    const [asIs, lowered] = await Promise.all([
      transformWithOxc(code, name, { ...options, target: 'esnext' }),
      transformWithOxc(code, name, { ...options, target: BUILD_TARGET }),
    ])
    if (asIs.code !== lowered.code) newer.push(name)
  }
  expect(newer).toEqual([])
})

test('README and the page itself name the browsers that the build is made for', () => {
  const { chrome, firefox, safari } = BROWSER_FLOOR
  const named = `Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari}, or a newer one`
  expect(BROWSER_FLOOR.edge).toBe(chrome)
  for (const file of ['README.md', 'web/index.html']) {
    expect(readFileSync(path.join(ROOT, file), 'utf8')).toContain(named)
  }
})
