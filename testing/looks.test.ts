import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './architecture.ts'
import { brokenIn, piecesIn } from './looks.ts'

const root = path.join(import.meta.dirname, '..')

const texts = new Map(
  sourceFiles(root, ['web'])
    .filter((file) => !/\.(?:test|fixture)\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
)

test('the page does each thing in one way', () => {
  expect(texts.size).toBeGreaterThan(900)
  expect([...texts].flatMap(([file, text]) => brokenIn(file, text))).toEqual([])
})

test('what goes around the one way is named', () => {
  const planted = [
    "const Note = styled('p')({ fontSize: 12 })",
    "const words = count.toLocaleString('en-US')",
    "const isAdmin = room.permissions.includes('ORG_ADMIN')",
    '  latest.current = props',
  ]
  expect(planted.map((text) => brokenIn('web/features/new/Page.tsx', text).length)).toEqual([1, 1, 1, 1])
})

test('no two pieces look alike: what several parts show is a piece of the kit', () => {
  const pieces = [...texts].flatMap(([file, text]) => piecesIn(file, text))
  expect(pieces.length).toBeGreaterThan(400)
  const alike = Object.values(Object.groupBy(pieces, ({ look }) => look)).filter(
    (each) => (each?.length ?? 0) > 1,
  )
  expect(alike.map((each) => each?.map(({ name }) => name))).toEqual([])
})

test('pieces alike are found however they are written', () => {
  const inLines =
    "const Head = styled('div')(({ theme }) => ({\n  gap: 8,\n  display: 'flex',\n  '& > p': {\n    margin: 0,\n  },\n}))\n"
  const inOne = "const Top = styled('header')({ display: 'flex', '& > p': { margin: 0 }, gap: 8 })\n"
  const [first, second] = [...piecesIn('a.tsx', inLines), ...piecesIn('b.tsx', inOne)]
  expect(first?.name).toBe('a.tsx Head')
  expect(second?.name).toBe('b.tsx Top')
  expect(first?.look).toBe(second?.look)
})
