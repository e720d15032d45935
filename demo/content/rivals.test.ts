import { expect, test } from 'vitest'
import { mayRead, treeName, treeOfSlug } from '../expected.ts'
import type { DemoFile } from '../plan.ts'
import { wordsOf } from '../reading.ts'
import { demoPlan } from './index.ts'
import { GROUP } from './organisations.ts'
import { projectsIn } from './portfolios.ts'

const plan = demoPlan()
const valley = treeOfSlug(plan, 'DOCUMENTS', 'republican-valley-portfolio')
const readBy = (group: string): readonly DemoFile[] =>
  valley.files.filter((file) => mayRead(valley, file, group))
const foldersOf = (group: string) => new Set(readBy(group).map((file) => file.folder))

const isPicture = (file: DemoFile): boolean => /\.(jpg|png)$/.test(file.name)
const known = new Map<DemoFile, Promise<string>>()
/** The words of a file, its name among them; each file is made once. */
const words = (file: DemoFile): Promise<string> => {
  const found = known.get(file) ?? file.make().then((bytes) => wordsOf(file.name, bytes))
  known.set(file, found)
  return found.then((text) => `${file.folder}/${file.name} ${text}`)
}
const textsOf = async (group: string): Promise<readonly (readonly [string, string])[]> => {
  const texts: (readonly [string, string])[] = []
  for (const file of readBy(group)) {
    if (!isPicture(file)) texts.push([file.name, await words(file)])
  }
  return texts
}

test('each bidder has its own folder, and folders of money are closed to both', () => {
  expect(foldersOf(GROUP.northwind)).toContain('08 Bids/Northwind')
  expect(foldersOf(GROUP.northwind)).not.toContain('08 Bids/Calder')
  expect(foldersOf(GROUP.calder)).toContain('08 Bids/Calder')
  expect(foldersOf(GROUP.calder)).not.toContain('08 Bids/Northwind')
  for (const bidder of [GROUP.northwind, GROUP.calder]) {
    expect(readBy(bidder).length).toBeGreaterThan(60)
    for (const closed of [
      '03 Offtake and interconnection/03.1 Executed PPAs',
      '07 Financial model/07.1 Model',
      '09 Correspondence/09.3 Deal team',
    ]) {
      expect(foldersOf(bidder)).not.toContain(closed)
      expect(foldersOf(GROUP.dealTeam)).toContain(closed)
    }
  }
  expect(foldersOf(GROUP.lenders)).not.toContain('08 Bids')
})

test.each([
  [GROUP.northwind, /calder|devereux/i],
  [GROUP.calder, /northwind|whitcombe/i],
  [GROUP.lenders, /northwind|calder/i],
  [GROUP.engineers, /northwind|calder/i],
])(
  '%s reads no word about a bidder who is none of its business, in names or in files',
  async (group, rival) => {
    const texts = await textsOf(group)
    expect(texts.length).toBeGreaterThan(50)
    for (const [name, text] of texts) expect(rival.test(text), name).toBe(false)
  },
  60_000,
)

test('no file that a bidder reads holds the price of a power purchase', async () => {
  const rates = projectsIn('republican-valley-portfolio').map((project) => String(project.ppa?.rate))
  for (const [name, text] of await textsOf(GROUP.northwind)) {
    for (const rate of rates) expect(text.includes(rate), `${rate} in ${name}`).toBe(false)
  }
  // The same search does find prices where they are meant to be read.
  const [agreement] = readBy(GROUP.lenders).filter((file) => file.folder.endsWith('03.1 Executed PPAs'))
  if (!agreement) throw new Error('Lenders read no agreement.')
  const text = await words(agreement)
  expect(rates.some((rate) => text.includes(rate))).toBe(true)
})

test('no PDF is dated after its upload', async () => {
  for (const tree of plan.trees) {
    for (const file of tree.files.filter((each) => each.name.endsWith('.pdf'))) {
      // The engineer's reports take long for their photographs and are all of one day.
      if (file.folder.endsWith('05.5 Independent engineer')) continue
      const made = /\(D:(\d{8})/.exec((await file.make()).toString('latin1'))?.[1]
      expect(made, file.name).toMatch(/^\d{8}$/)
      const filed = file.at.slice(0, 10).replaceAll('-', '')
      expect(String(made) <= filed, `${treeName(tree)}: ${file.name} is of ${made}, filed ${filed}`).toBe(
        true,
      )
    }
  }
})
