import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pdfWith } from '../paper.ts'
import { newDataDir, startProduct } from '../product.ts'
import { databaseOf, endOrphan } from './embedded.ts'
import { contributors } from './fund.ts'

/** Files, as many pages of each, and how many are read when the server is killed for the first and the second time. */
const FILES = 12
const PAGES = 20
const KILLED_AFTER = [2, 6]

test('files whose server is killed while they are read are read at the next start, each passage once', async () => {
  const dataDir = newDataDir()
  const env = { DEMO: 'off' }
  let product = await startProduct({ dataDir, env })
  try {
    const database = databaseOf(dataDir)
    const [room] = await contributors(database, product.address, 1)
    await database.close()
    const names = Array.from({ length: FILES }, (_, at) => `Contract ${at + 1}.pdf`)
    for (const name of names) {
      const bytes = Buffer.from(
        await pdfWith(Array.from({ length: PAGES }, (_, page) => `${name}, page ${page + 1}: curtailment`)),
      )
      await room.upload(room.rootId, name, bytes)
    }
    const states = async () => {
      const { children } = await room.call<{ children: { readingState: string }[] }>(
        'query($treeId: ID!) { document(treeId: $treeId) { children { readingState } } }',
      )
      return children.map(({ readingState }) => readingState)
    }
    const read = async () => (await states()).filter((state) => state === 'READ').length
    const killed: number[] = []
    for (const most of KILLED_AFTER) {
      while ((await read()) < most) await sleep(100)
      await product.kill()
      product = await startProduct({ dataDir, env: { ...env, PORT: new URL(product.address).port } })
      killed.push(await read())
      // What the killed server was at is due again after ten minutes.
      const database = databaseOf(dataDir)
      await database.pool.query('update document_text set try_at = now()')
      await database.pool.query(`select graphile_worker.add_job('read_texts')`)
      await database.close()
    }
    // Neither kill came before the first file, nor after the last one.
    expect(killed.filter((count) => count >= FILES)).toEqual([])
    for (let all = await states(); all.includes('WAITING'); all = await states()) await sleep(300)
    expect(await read()).toBe(FILES)

    interface Found {
      count: number
      items: { document: { name: string }; passages: { page: number }[] }[]
    }
    const found = await room.call<Found>(
      `query($treeId: ID!) { contentSearch(treeId: $treeId, text: "curtailment") {
        count items { document { name } passages { page } }
      } }`,
    )
    expect(found.items.map(({ document }) => document.name).sort()).toEqual(names.toSorted())
    for (const { passages } of found.items) {
      expect(passages.map(({ page }) => page)).toEqual([...new Set(passages.map(({ page }) => page))])
    }
    const again = databaseOf(dataDir)
    const { rows } = await again.pool.query(
      `select (select count(*)::int from document_text_page) as pages,
        (select count(*)::int from document_text_part) as parts,
        (select max(attempts) from document_text) as attempts`,
    )
    await again.close()
    expect(rows).toEqual([{ pages: FILES * PAGES, parts: FILES, attempts: 0 }])
  } finally {
    await product.stop()
    endOrphan(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 240_000)
