import { deflateSync } from 'node:zlib'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Persona,
  PHONE,
  test,
} from './support/test.ts'

const ROOM = '/portfolios/prairie-sun-ii'
const COMPANY = '/holding-company/great-plains-holdco-i'
/** The only portfolio of its deal-room admin. */
const ONLY = '/portfolios/republican-valley-portfolio'

/** A picture of one dark pixel, as any browser shows it. */
function png(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(data.length)
    head.write(type, 4, 'latin1')
    const body = Buffer.concat([head.subarray(4), data])
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([head.subarray(0, 4), body, sum])
  }
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  const pixels = deflateSync(Buffer.from([0, 20, 40, 60]))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

test('PORT-29 PORT-30 SUBP-01 SUBP-12 SUBP-19 TIME-04 HOLD-05 an overview is read with its chart and timeline, on a phone too', async ({
  open,
}) => {
  const page = await open('viewer')
  await page.goto(`${ROOM}/overview/operating-performance`)
  const figures = page.getByRole('group', { name: 'Figures' })
  await expect(figures).toContainText('$8.212M')
  await expect(figures).toContainText('Forecast $7.963M')
  await expect(page.getByRole('table', { name: /Net yield/ })).toContainText('148,900')
  await expect(page.getByText('Inverter repowering, Lone Elm')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Contents' })).not.toContainText('Tax equity and debt')
  await expectAccessible(page)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /Next/ }).click()
  await expect(page).toHaveURL(`${ROOM}/overview/offtake-and-pricing`)

  const phone = await open('viewer', PHONE)
  for (const address of [`${ROOM}/overview/operating-performance`, '/dealroom/acquired']) {
    await phone.goto(address)
    await expect(phone.getByRole('heading').first()).toBeVisible()
    await expectNoSidewaysScroll(phone)
  }
  await phone.goto(`${ROOM}/overview/operating-performance`)
  await phone.getByRole('button', { name: 'Operating performance' }).click()
  await expect(phone.getByRole('menuitem', { name: 'Investment summary' })).toBeVisible()

  const investor = await open('orgAdmin')
  await investor.goto(COMPANY)
  await expect(investor).toHaveURL(`${COMPANY}/overview/company-summary`)
})

const MARKET = '/dealroom/market'
const DILIGENCE = '/dealroom/diligence'
const FIRST_PAGE = `${ROOM}/overview/investment-summary`

/** Where each of them comes to from home, from the deal rooms, and from the bare address of an entity; null for no page. */
const LANDINGS: readonly (readonly [Persona, Readonly<Record<string, string | null>>])[] = [
  ['super', { '/': '/', '/dealroom': MARKET }],
  ['orgAdmin', { '/': '/', '/dealroom': MARKET, [ROOM]: FIRST_PAGE }],
  ['usersAdmin', { '/': '/', '/dealroom': MARKET, [COMPANY]: null }],
  ['dealAdmin', { '/': '/', '/dealroom': `${ONLY}/overview/transaction-summary`, [ROOM]: null }],
  ['contributor', { '/': '/', '/dealroom': MARKET }],
  ['viewer', { '/': '/', '/dealroom': DILIGENCE, [COMPANY]: `${COMPANY}/overview/company-summary` }],
  ['bidder', { '/': MARKET, [ROOM]: null, [COMPANY]: null }],
  ['reports', { '/': '/', '/dealroom': DILIGENCE, [ROOM]: `${ROOM}/checklist` }],
  ['analyst', { '/': '/', '/dealroom': null, [COMPANY]: `${COMPANY}/overview` }],
  ['assetManager', { '/': '/', '/dealroom': MARKET }],
  ['outsider', { '/': '/', '/dealroom': null, [ROOM]: null }],
  ['member2', { '/': '/', '/dealroom': DILIGENCE }],
]

for (const [who, landings] of [
  ['LAND-02 LAND-03 PORT-09 PORT-50 HOLD-22 whoever runs rooms or writes in them', LANDINGS.slice(0, 5)],
  [
    'SHELL-03 SHELL-04 SHELL-07 LAND-11 PORT-09 PORT-50 HOLD-04 HOLD-21 HOLD-22 whoever reads, bids or has no room',
    LANDINGS.slice(5),
  ],
] as const) {
  test(`${who} comes to where their rights lead`, async ({ open, tolerate }) => {
    tolerate(/status of 404/)
    for (const [persona, places] of landings) {
      const page = await open(persona)
      for (const [address, to] of Object.entries(places)) {
        await page.goto(address)
        if (to === null)
          await expect(page.getByText('Error 404 to be precise.'), `${persona} ${address}`).toBeVisible()
        else await expect(page, `${persona} ${address}`).toHaveURL(to)
      }
      await page.context().close()
    }
  })
}

test('SUBP-02 SUBP-08 SUBP-09 SUBP-18 SUBP-20 SUBP-21 SUBP-22 TIME-08 TIME-14 API-124 API-154 a page is added, written with image and timeline, and deleted', async ({
  open,
}) => {
  const page = await open('orgAdmin')
  await page.goto(`${ROOM}/overview/investment-summary`)
  await page.getByRole('button', { name: 'Add New Page' }).click()
  const title = `Journey ${Date.now()}`
  await page.getByRole('textbox', { name: 'Title' }).fill(`  ${title} `)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('No edits yet')).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).click()
  const area = page.getByRole('textbox', { name: `Markdown of ${title}` })
  await area.fill('The words')
  await area.selectText()
  await page.getByRole('button', { name: 'Bold' }).click()
  await expect(area).toHaveValue('**The words**')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(area).toHaveValue('The words')
  await page.getByRole('button', { name: 'Insert Component' }).click()
  await page.getByRole('menuitem', { name: 'Timeline' }).click()
  await expect(area).toHaveValue(/The words\n\n<Timeline id="[0-9a-f-]{36}" \/>/)
  await page.getByRole('button', { name: 'Media', exact: true }).click()
  const media = page.getByRole('dialog', { name: /Media/ })
  await media
    .locator('input[type=file]')
    .setInputFiles({ name: 'site.png', mimeType: 'image/png', buffer: png() })
  await media.getByRole('button', { name: 'Insert site.png' }).click()
  await expect(area).toHaveValue(/<SubpageMedia id="/)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  const image = page.locator('img[src^="/subpage-media/"]')
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1)

  await page.getByRole('button', { name: 'New milestone' }).click()
  await page.getByRole('textbox', { name: 'Due date' }).fill('After the flip')
  await page.getByRole('textbox', { name: 'Title' }).fill('Term conversion')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Term conversion')).toBeVisible()
  await page.getByRole('button', { name: 'Move Term conversion up' }).click()
  await expect(page.getByRole('button', { name: 'Move Term conversion down' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Delete page' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete page' }).click()
  await expect(page).not.toHaveURL(/journey/)
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
})
