import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'

const base = readFileSync('/tmp/e2e-addr', 'utf8')
const b = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic', '--disable-gpu'],
})
const shot = async (page, name) => page.screenshot({ path: `/tmp/e2e-shots/${name}.png` })
const ctx = async (who, o = {}) => {
  const c = await b.newContext({
    viewport: o.vp ?? { width: 1440, height: 900 },
    colorScheme: o.scheme ?? 'light',
    baseURL: base,
    locale: 'en-US',
  })
  const p = await c.newPage()
  p.on('console', (m) => m.type() === 'error' && console.log(who, 'console', m.text(), m.location().url))
  p.on('pageerror', (e) => console.log(who, 'pageerror', e.message))
  if (who) {
    await p.goto('/login')
    await p.getByLabel('Email').fill(`${who}@demo.example`)
    await p.getByLabel('Password', { exact: true }).fill('Daylight-2026')
    await p.getByRole('button', { name: 'Sign in' }).click()
    await p.waitForURL((u) => !u.pathname.startsWith('/login'))
    await p.waitForLoadState('networkidle')
  }
  return p
}

export { b, base, ctx, shot }
