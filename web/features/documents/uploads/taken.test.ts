// @vitest-environment node
import { expect, test } from 'vitest'
import type { UploadEntry } from './plan.ts'
import { settleTaken, type Taken, type TakenChoice } from './taken.ts'
import { file, folder, target } from './testing/harness.ts'

/** Settles an upload into a folder that has these paths. @returns paths to upload, what was asked, and how often the server was */
async function settled(
  there: readonly string[],
  entries: readonly UploadEntry[],
  choice: TakenChoice | null,
) {
  const asked: Taken[] = []
  let questions = 0
  const outcome = await settleTaken(target, entries, {
    find: async (_target, paths) => {
      questions += 1
      expect(paths.length).toBeLessThanOrEqual(1000)
      return paths.filter((path) => there.includes(path.toLowerCase()))
    },
    ask: async (taken) => {
      asked.push(taken)
      return choice && { choice, staged: false }
    },
  })
  return { paths: outcome?.entries.map(({ path }) => path.join('/')) ?? null, asked, questions }
}

const ENTRIES = [folder('Site'), file('Site/alta.pdf'), file('PPA.pdf'), file('new.pdf'), file('noext')]
const THERE = ['site/alta.pdf', 'ppa.pdf', 'ppa (2).pdf', 'noext']

test('UPL-36 where no name is taken nothing is asked', async () => {
  const { paths, asked } = await settled([], ENTRIES, null)
  expect(asked).toEqual([])
  expect(paths).toHaveLength(5)
})

test('UPL-36 the person is asked once for all of an upload, and every choice does what it says', async () => {
  const { asked, paths } = await settled(THERE, ENTRIES, 'version')
  expect(asked).toEqual([{ target, paths: ['Site/alta.pdf', 'PPA.pdf', 'noext'], files: 4 }])
  expect(paths).toEqual(['Site', 'Site/alta.pdf', 'PPA.pdf', 'new.pdf', 'noext'])
  expect((await settled(THERE, ENTRIES, 'skip')).paths).toEqual(['Site', 'new.pdf'])
  expect((await settled(THERE, ENTRIES, 'copy')).paths).toEqual([
    'Site',
    'Site/alta (2).pdf',
    'PPA (3).pdf',
    'new.pdf',
    'noext (2)',
  ])
  expect((await settled(THERE, ENTRIES, null)).paths).toBeNull()
})

test('UPL-36 a copy takes no name that another file of the upload has', async () => {
  const { paths } = await settled(['ppa.pdf'], [file('PPA.pdf'), file('PPA (2).pdf')], 'copy')
  expect(paths).toEqual(['PPA (3).pdf', 'PPA (2).pdf'])
})

test('UPL-36 many names are looked up by the thousand', async () => {
  const { questions } = await settled(
    [],
    Array.from({ length: 2500 }, (_, at) => file(`f${at}.pdf`)),
    null,
  )
  expect(questions).toBe(3)
})
