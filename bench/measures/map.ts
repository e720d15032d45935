import type { Page } from '@playwright/test'
import { insertProjects, NOTHING_KNOWN } from '../../server/modules/projects/index.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { factories } from '../../testing/factories.ts'
import { findBrowser, openPage, startBrowser, traceTasks } from '../support/browser.ts'
import { milliseconds, seenAfter, watchClick } from '../support/clicks.ts'
import type { Measure } from '../support/measure.ts'
import type { Stage } from '../support/stage.ts'

const ORG = 'bench-map'
const BATCH = 5000
const DRAGS = 4

/** An organisation with so many projects all over the United States, which the world's viewer sees. */
async function grow({ connection, world }: Stage, count: number): Promise<void> {
  const { close, ...database } = openDatabase(connection)
  try {
    const make = factories({ ...database, poolConfig: connection })
    const organisationId = await make.organisation({ name: 'Bench map', slug: ORG })
    const { id: roomId } = await make.portfolio({ organisationId })
    const { rows } = await database.pool.query('select id from person where email = $1', [world.viewer])
    await make.member(
      await make.group({ organisationId, role: 'Viewer', portfolioIds: [roomId] }),
      rows[0].id,
    )
    for (let from = 0; from < count; from += BATCH) {
      await database.db.transaction().execute((tx) =>
        insertProjects(
          tx,
          Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => ({
            ...NOTHING_KNOWN,
            organisationId,
            portfolioIds: [roomId],
            name: `Site ${from + at}`,
            latitude: 29 + (((from + at) * 7919) % 18_000) / 1000,
            longitude: -121 + (((from + at) * 104_729) % 46_000) / 1000,
            capacity: ((from + at) * 31) % 9000,
          })),
        ),
      )
    }
    await database.pool.query('vacuum analyze')
  } finally {
    await close()
  }
}

/** In the page: whether all projects are drawn, and nothing more is on its way. */
const isDrawn = (count: number) =>
  `(document.querySelector('[data-map][aria-busy=false]') &&
    document.body.textContent.includes('${count.toLocaleString('en-US')} projects on the map'))`

/** Drags the map to and fro. */
async function pan(page: Page): Promise<void> {
  const box = await page.locator('[data-map]').boundingBox()
  if (!box) throw new Error('There is no map.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  for (let drag = 0; drag < DRAGS; drag += 1) {
    const side = drag % 2 === 0 ? 1 : -1
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + side * 260, y + side * 90, { steps: 10 })
    await page.mouse.up()
    await page.waitForTimeout(300)
  }
}

/** The map of an organisation with 10,000 projects: from the click until it is drawn, and while it is dragged. */
export const map: Measure = {
  name: 'map',
  run: async (stage, { quick }) => {
    const opened = await stage()
    const count = quick ? 1000 : 10_000
    await grow(opened, count)
    const browser = await startBrowser(findBrowser())
    try {
      const drawn: number[] = []
      const tasks: number[] = []
      for (let round = 0; round < (quick ? 1 : 3); round += 1) {
        const page = await openPage(browser, await opened.signIn(opened.world.viewer))
        await page.goto(`${opened.product.origin}/${ORG}/projects`)
        await page.getByRole('row').nth(5).waitFor({ timeout: 20_000 })
        await watchClick(page, isDrawn(count))
        await page.getByRole('button', { name: 'Map', exact: true }).click()
        drawn.push(await seenAfter(page))
        for (const zoomedIn of [0, 4]) {
          for (let step = 0; step < zoomedIn; step += 1) {
            await page.getByRole('button', { name: 'Zoom in' }).click()
            await page.waitForTimeout(600)
          }
          const longest = await traceTasks(page)
          await pan(page)
          tasks.push(await longest())
        }
        await page.context().close()
      }
      const among = count.toLocaleString('en-US')
      return [
        milliseconds(`a map of ${among} projects, from the click until all are drawn`, drawn, 2000),
        {
          title: 'its longest task while it is dragged, far away and near',
          ours: `median ${Math.round(tasks.toSorted((one, other) => one - other)[tasks.length >> 1] ?? 0)} ms`,
          floor: '',
          value: Math.max(...tasks),
          shown: `${Math.round(Math.max(...tasks))} ms`,
          target: { atMost: 200 },
          targetShown: '≤ 200 ms',
        },
      ]
    } finally {
      await browser.close()
    }
  },
}
