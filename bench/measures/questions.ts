import type { Page } from '@playwright/test'
import { openDatabase } from '../../server/platform/database/database.ts'
import { findBrowser, openPage, startBrowser, traceTasks } from '../support/browser.ts'
import { clickAndAnswer, milliseconds, seenAfter, watchClick } from '../support/clicks.ts'
import type { Figure, Measure } from '../support/measure.ts'
import type { Stage } from '../support/stage.ts'

/** Who asked, in turn; each sees its own (QA-42), and the page is the deal team's. */
const PARTIES = 12
/** Turns of the wheel from one end of the log to the other. */
const TURNS = 120
/** Between two turns, in ms. */
const PAUSE = 30
/** From coming to a link to the click, in ms. */
const HAND = 150
const ROWS = 'tbody [data-row][data-id]'

/** A long Q&A log in a browser: from the click to its first rows, scrolling through it, and a change of a question. */
export const questions: Measure = {
  name: 'questions',
  run: async (stage, { quick }) => {
    const executable = findBrowser()
    if (executable === undefined) {
      console.log('There is no Chromium on this machine: the Q&A log in the browser is not measured.')
      return []
    }
    const opened = await stage()
    const count = quick ? 1000 : 5000
    await makeLog(opened, count)
    const browser = await startBrowser(executable)
    try {
      const page = await openPage(browser, await opened.signIn(opened.world.contributor))
      const address = `${opened.product.origin}/portfolios/${opened.world.empty.slug}/storage/documents`
      return await measure(page, address, count, quick ? 2 : 5)
    } finally {
      await browser.close()
    }
  },
}

/** Questions of several parties, with answers of one to nine lines. */
async function makeLog({ world, connection }: Stage, count: number): Promise<void> {
  const { pool, close } = openDatabase({ ...connection })
  try {
    await pool.query(
      `with log as (
         insert into question_log (id, organisation_id, portfolio_id, name, last_number, each_party)
         select gen_random_uuid(), organisation_id, id, 'Long log', $2, true from portfolio where slug = $1
         returning id, organisation_id),
       party as (
         insert into user_group (id, organisation_id, name, role_id)
         select gen_random_uuid(), log.organisation_id, 'Party ' || n, role.id from log, generate_series(0, $3::int - 1) n,
           (select id from role where name = 'Bidder' limit 1) as role returning id, name),
       category as (
         insert into question_category (id, log_id, name, position)
         select gen_random_uuid(), id, 'Offtake', 0 from log returning id),
       asked as (
         insert into question (id, log_id, organisation_id, number, party_ids, reader_ids, party_numbers, body, body_revision)
         select gen_random_uuid(), log.id, log.organisation_id, n, array[party.id], array[party.id], array[1 + n / $3], ${text(`'Question ' || n || ' of the log. ' || repeat('How is curtailment above the annual cap paid? ', n % 4)`)}, 1
         from log, generate_series(1, $2::int) n join party on party.name = 'Party ' || n % $3 returning id, number),
       chosen as (insert into question_categorising (question_id, category_id) select asked.id, category.id from asked, category)
       insert into question_answer (id, question_id, body, revision)
       select gen_random_uuid(), id, ${text(`repeat('Hours above the cap are paid at the contract price on deemed output. ', 1 + number % 9)`)}, 1
       from asked where number % 5 > 0`,
      [world.empty.slug, count, PARTIES],
    )
    await pool.query('analyze')
  } finally {
    await close()
  }
}

/** SQL: a rich text of one paragraph. */
const text = (
  words: string,
) => `jsonb_build_object('type', 'doc', 'content', jsonb_build_array(jsonb_build_object(
  'type', 'paragraph', 'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', ${words})))))`

async function measure(page: Page, address: string, count: number, rounds: number): Promise<Figure[]> {
  const firstRows: number[] = []
  const longest: number[] = []
  const shown: number[] = []
  const confirmed: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(address)
    const tab = page.getByRole('link', { name: 'Q&A' })
    await tab.waitFor()
    // Clicked is a page that stands: what it still loads is measured elsewhere.
    await page.waitForLoadState('networkidle')
    await watchClick(page, `document.querySelector('${ROWS}')?.textContent.includes('Question 1 of the log')`)
    // A hand is on what it clicks for some moments before.
    await tab.hover()
    await page.waitForTimeout(HAND)
    await tab.click()
    firstRows.push(await seenAfter(page))
    const change = await changePriority(page)
    shown.push(change.shown)
    confirmed.push(change.confirmed)
    longest.push(await scrollThrough(page, count))
  }
  const size = count.toLocaleString('en')
  return [
    milliseconds(`${size} questions of ${PARTIES} parties, click to first rows`, firstRows, 500),
    milliseconds('the same, longest task while scrolling', longest, 100),
    milliseconds('priority of a question, click to its badge', shown, 100),
    milliseconds('the same, click to the answer of the server', confirmed, 200),
  ]
}

/** Opens the first question, and gives it the other priority. @returns ms from the click to what shows, and to the answer */
async function changePriority(page: Page): Promise<{ shown: number; confirmed: number }> {
  await page.locator(ROWS).first().click()
  const button = page.getByRole('button', { name: /^Mark (?:High|Normal) Priority$/ })
  await button.waitFor()
  const before = await button.textContent()
  await watchClick(
    page,
    `[...document.querySelectorAll('[data-opened] button')].every(({ textContent }) => textContent !== ${JSON.stringify(before)})`,
  )
  const times = await clickAndAnswer(page, 'MarkQuestion', () => button.click())
  await page.keyboard.press('Escape')
  return times
}

/** Turns the wheel from the first row to the last. @returns the longest task of the page on the way, in ms */
async function scrollThrough(page: Page, count: number): Promise<number> {
  const rows = page.locator(ROWS)
  await rows.first().hover()
  const height = await page.evaluate<number>(`document.querySelector('table[role="grid"]').scrollHeight`)
  const last = page.locator(`tbody [data-row="${count - 1}"][data-id]`)
  const longest = await traceTasks(page)
  for (let turn = 0; turn <= TURNS || ((await last.count()) === 0 && turn < 4 * TURNS); turn += 1) {
    await page.mouse.wheel(0, Math.ceil(height / TURNS))
    await page.waitForTimeout(PAUSE)
  }
  await last.waitFor()
  return longest()
}
