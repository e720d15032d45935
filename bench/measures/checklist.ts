import type { Page } from '@playwright/test'
import { openDatabase } from '../../server/platform/database/database.ts'
import { type CommentRoom, commentLoad, commentRoom, type LoadResult } from '../../testing/commentLoad.ts'
import type { ServerInput } from '../server.ts'
import { findBrowser, openPage, startBrowser, traceTasks } from '../support/browser.ts'
import { clickAndAnswer, milliseconds, seenAfter, watchClick } from '../support/clicks.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { startProgram } from '../support/program.ts'
import type { Stage } from '../support/stage.ts'

const PEOPLE = 50
const SOCKETS = 200
const PER_SECOND = 50
/** Comments of the deal team to several parties: what its people may send. */
const PARTIES = 5
const OF_TEAM_PER_SECOND = 5
/** Turns of the wheel through the matrix, both ways together. */
const TURNS = 120
const PAUSE = 30
/** From coming to a link to the click, in ms. */
const HAND = 150

/** A matrix of 60,000 cells in a browser, and comments over 200 sockets at two server processes. */
export const checklist: Measure = {
  name: 'checklist',
  run: async (stage, { quick }) => {
    const opened = await stage()
    return [...(await inBrowser(opened, quick)), ...(await overSockets(opened, quick))]
  },
}

/** Projects in the room that is otherwise empty, and a checklist with a tenth of its rows as parents. */
async function makeMatrix({ world, connection }: Stage, projects: number, rows: number): Promise<void> {
  const { pool, close } = openDatabase({ ...connection })
  try {
    await pool.query('update portfolio set has_checklist = true where slug = $1', [world.empty.slug])
    await pool.query(
      `with made as (
         insert into project (id, organisation_id, name, type, status, capacity, city, state)
         select gen_random_uuid(), organisation_id, 'Site ' || lpad(n::text, 3, '0'), 'SOLAR', 'OPERATING', 20000, 'Hays', 'KS'
         from portfolio, generate_series(1, $2::int) n where slug = $1 returning id)
       insert into portfolio_project (portfolio_id, project_id)
       select portfolio.id, made.id from portfolio, made where slug = $1`,
      [world.empty.slug, projects],
    )
    await pool.query(
      `with made as (
         insert into checklist (id, portfolio_id, name, is_active)
         select gen_random_uuid(), id, 'Matrix', true from portfolio where slug = $1 returning id)
       insert into checklist_category (checklist_id, name, row_number)
       select id, 'Category ' || n, n from made, generate_series(1, $2::int) n`,
      [world.empty.slug, rows / 10],
    )
    await pool.query(
      `insert into checklist_category (checklist_id, parent_id, name, row_number)
       select parent.checklist_id, parent.id, 'Row ' || n, n
       from checklist_category parent join checklist on checklist.id = parent.checklist_id
       join portfolio on portfolio.id = checklist.portfolio_id, generate_series(1, 9) n where portfolio.slug = $1`,
      [world.empty.slug],
    )
    await pool.query(
      `update checklist_item set comment_count = id % 5, status = (array['DONE', 'UNDER_REVIEW', 'FOLLOW_UP_NEEDED',
         'STATE_REQUESTED'])[1 + id % 4] where checklist_id in (
           select checklist.id from checklist join portfolio on portfolio.id = checklist.portfolio_id where slug = $1)`,
      [world.empty.slug],
    )
    await pool.query('vacuum analyze')
  } finally {
    await close()
  }
}

async function inBrowser(opened: Stage, quick: boolean): Promise<Figure[]> {
  const executable = findBrowser()
  if (executable === undefined) {
    console.log('There is no Chromium on this machine: the matrix in the browser is not measured.')
    return []
  }
  const [projects, rows] = quick ? [60, 60] : [300, 200]
  await makeMatrix(opened, projects, rows)
  const browser = await startBrowser(executable)
  try {
    const page = await openPage(browser, await opened.signIn(opened.world.admin))
    const address = `${opened.product.origin}/portfolios/${opened.world.empty.slug}/storage/documents`
    return await measure(page, {
      address,
      size: `${projects} projects × ${rows} rows`,
      rounds: quick ? 2 : 5,
    })
  } finally {
    await browser.close()
  }
}

const CELL = '[role="gridcell"][aria-label^="Done"], [role="gridcell"][aria-label^="Under"]'

async function measure(
  page: Page,
  { address, size, rounds }: { address: string; size: string; rounds: number },
): Promise<Figure[]> {
  const firstPaint: number[] = []
  const longest: number[] = []
  const typed: number[] = []
  const shown: number[] = []
  const confirmed: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(address)
    const tab = page.getByRole('link', { name: 'Checklist' })
    await tab.waitFor()
    await watchClick(page, `document.querySelector('${CELL}')`)
    // A hand is on what it clicks for some moments before.
    await tab.hover()
    await page.waitForTimeout(HAND)
    await tab.click()
    firstPaint.push(await seenAfter(page))
    longest.push(await scrollThrough(page))
    typed.push(await typeComment(page))
    const change = await changeStatus(page)
    shown.push(change.shown)
    confirmed.push(change.confirmed)
  }
  return [
    milliseconds(`${size}, click to first cells`, firstPaint, 1500),
    milliseconds('the same, longest task while scrolling', longest, 50),
    milliseconds('the same, longest task while a comment is typed', typed, 50),
    milliseconds('status of a cell, click to its new face', shown, 100),
    milliseconds('the same, click to the answer of the server', confirmed, 200),
  ]
}

/** Turns the wheel from one corner of the matrix to the other. @returns the longest task of the page on the way, in ms */
async function scrollThrough(page: Page): Promise<number> {
  await page.locator('[role="gridcell"]').nth(8).hover()
  const [width = 0, height = 0] = await page.evaluate<number[]>(
    `(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight])(document.querySelector('[role="grid"]'))`,
  )
  const end = await traceTasks(page)
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.mouse.wheel(Math.ceil(width / TURNS), Math.ceil(height / TURNS))
    await page.waitForTimeout(PAUSE)
  }
  return end()
}

/** Types a comment on a cell in view, and takes it out again. @returns the longest task of the page meanwhile, in ms */
async function typeComment(page: Page): Promise<number> {
  await page.locator(CELL).first().click()
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Write a comment' })
  await field.click()
  const end = await traceTasks(page)
  await page.keyboard.type('Is the surface waiver recorded?', { delay: PAUSE })
  const longest = await end()
  await field.fill('')
  await page.keyboard.press('Escape')
  return longest
}

/** Gives a cell in view another status. @returns ms from the click to what shows, and to the answer */
async function changeStatus(page: Page): Promise<{ shown: number; confirmed: number }> {
  await page.locator(CELL).first().click()
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Status' })
  await field.waitFor()
  await field.click()
  const option = page.getByRole('option', { name: 'Third party review' })
  await option.waitFor()
  await watchClick(page, `document.querySelector('[data-chosen]')?.ariaLabel?.startsWith('Third')`)
  const times = await clickAndAnswer(page, 'UpdateChecklistItem', () => option.click())
  await page.keyboard.press('Escape')
  return times
}

/** Two server processes: that of the stage, and one more beside it. */
async function overSockets(opened: Stage, quick: boolean): Promise<Figure[]> {
  const { product, connection } = opened
  const database = openDatabase({ ...connection })
  const second = await startProgram('server.ts', {
    dataDir: opened.dataDir,
    connection,
  } satisfies ServerInput)
  try {
    const sockets = quick ? 40 : SOCKETS
    const figures: Figure[] = []
    for (const [parties, perSecond] of [
      [1, PER_SECOND],
      [PARTIES, OF_TEAM_PER_SECOND],
    ] as const) {
      const room: CommentRoom = await commentRoom(
        { ...database, poolConfig: connection },
        product.origin,
        PEOPLE,
        parties,
      )
      const load = await commentLoad(room, {
        addresses: [product.origin, second.origin],
        sockets: sockets + (parties > 1 ? 2 * room.senders.length : 0),
        perSecond,
        seconds: quick ? 4 : 20,
      })
      const to = parties > 1 ? `${sockets} sockets of ${parties} parties` : `${sockets} sockets`
      figures.push(...figuresOf(`${perSecond} comments a second to ${to} at two servers, p95`, load))
    }
    return figures
  } finally {
    await second.stop()
    await database.close()
  }
}

function figuresOf(title: string, { delays, lost, doubled, sent }: LoadResult): Figure[] {
  const p95 = delays[Math.floor(delays.length * 0.95)] ?? Number.POSITIVE_INFINITY
  const half = delays[Math.floor(delays.length / 2)] ?? Number.POSITIVE_INFINITY
  return [
    {
      title,
      ours: `${sent} comments, median ${Math.round(half)} ms`,
      floor: '',
      value: p95,
      shown: `${Math.round(p95)} ms`,
      target: { atMost: 250 },
      targetShown: '≤ 250 ms',
    },
    {
      title: 'the same, comments that a socket lacks or got twice',
      ours: `${lost} lost, ${doubled} doubled`,
      floor: '',
      value: lost + doubled,
      shown: `${lost + doubled}`,
      target: { atMost: 0 },
      targetShown: '0',
    },
  ]
}
