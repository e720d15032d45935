import { expect, test } from 'vitest'
import { contentDisposition } from './disposition.ts'

test('a name is sent in ASCII and as it is, and can break out of neither', () => {
  const cases: [string, string, string][] = [
    ['plan.pdf', 'plan.pdf', 'plan.pdf'],
    ['Überblick 2026.pdf', '_berblick 2026.pdf', '%C3%9Cberblick%202026.pdf'],
    ['a"b\\c.txt', 'a_b_c.txt', 'a%22b%5Cc.txt'],
    ['line\r\nSet-Cookie: x=1', 'line__Set-Cookie: x=1', 'line%0D%0ASet-Cookie%3A%20x%3D1'],
    ["it's (1)*!.txt", "it's (1)*!.txt", 'it%27s%20%281%29%2A!.txt'],
    ['☀️🔋.kmz', '___.kmz', '%E2%98%80%EF%B8%8F%F0%9F%94%8B.kmz'],
    ['half \ud800.txt', 'half _.txt', 'half%20%EF%BF%BD.txt'],
  ]
  for (const [name, fallback, encoded] of cases) {
    expect(contentDisposition('attachment', name)).toBe(
      `attachment; filename="${fallback}"; filename*=UTF-8''${encoded}`,
    )
  }
  expect(contentDisposition('inline', 'x.png')).toMatch(/^inline; /)
})
