import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  circles,
  importsIn,
  MODULES,
  modulesIn,
  readImports,
  sourceFiles,
  violations,
} from './architecture.ts'
import { contentsOf, mapErrors, unknownFiles } from './map.ts'

const root = path.join(import.meta.dirname, '..')
const FOLDERS = ['server', 'shared', 'web', 'testing', 'demo', 'bench', 'e2e']

/** Who sends mutations by another way than `useAction`, and why. */
const OTHER_WAYS: Readonly<Record<string, string>> = {
  'web/features/documents/uploads/sending.ts':
    'uploads are no action of a part: they go on from page to page',
  'web/features/documents/deleting/useDryRun.ts': 'a dry run changes nothing: it is read, and read again',
  'web/features/documents/preview/pages/ReadingTimes.tsx':
    'reading times are reported beside what a person does, also when they leave the page',
}

/** Parts of the page that send a mutation themselves, by path. */
const sendersOf = (texts: ReadonlyMap<string, string>): string[] =>
  [...texts]
    .filter(
      ([file, text]) =>
        !file.startsWith('web/graphql/') && /\buseMutation\b|^(?!\s*\*).*\.mutate\(/m.test(text),
    )
    .map(([file]) => file)

describe('one way to have something done', () => {
  test('mutations of the page are sent by useAction', () => {
    const files = sourceFiles(root, ['web']).filter((file) => !/\.test\.tsx?$/.test(file))
    const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
    expect(sendersOf(texts).sort()).toEqual(Object.keys(OTHER_WAYS).sort())
    expect(
      sendersOf(new Map([['web/features/new/Form.tsx', "import { useMutation } from '@apollo/client'"]])),
    ).toEqual(['web/features/new/Form.tsx'])
  })
})

describe('who may import whom', () => {
  test('the rules hold in the whole project', () => {
    const files = sourceFiles(root, FOLDERS)
    // Without this file, which holds planted imports as text.
    const imports = readImports(root, FOLDERS).filter((each) => each.from !== 'testing/architecture.test.ts')
    // Finding nothing would pass every rule.
    expect(files.length).toBeGreaterThan(100)
    expect(imports.length).toBeGreaterThan(300)
    expect(
      imports.filter((each) => !files.includes(each.to) && !/\.(css|json|graphql|svg|html)$/.test(each.to)),
    ).toEqual([])
    expect(violations(imports)).toEqual([])
    expect(circles(imports)).toEqual([])
  })

  test('files that import each other in a circle are caught, whatever leads there', () => {
    const line = (from: string, to: string) => ({ from: `server/${from}.ts`, to: `server/${to}.ts` })
    const found = circles([
      line('start', 'a'),
      line('a', 'b'),
      line('b', 'c'),
      line('c', 'a'),
      line('c', 'end'),
    ])
    expect(found).toEqual([['server/a.ts', 'server/b.ts', 'server/c.ts']])
  })

  test.each([
    ['shared/limits.ts', "import { x } from '../server/config.ts'"],
    ['web/features/funds/page.tsx', "import { x } from '../../../server/config.ts'"],
    ['server/modules/funds/store.ts', "import { x } from '../../../web/main.tsx'"],
    ['server/platform/storage/disk.ts', "import { x } from '../../modules/documents/index.ts'"],
    ['server/platform/storage/disk.ts', "import { x } from '../../http/errors.ts'"],
    ['server/platform/storage/disk.ts', "import { x } from '../../access/actor.ts'"],
    ['server/access/actor.ts', "import { x } from '../modules/accounts/index.ts'"],
    ['server/access/actor.ts', "import { x } from '../contracts/pages.ts'"],
    ['server/contracts/pages.ts', "import { x } from '../admin/index.ts'"],
    ['server/contracts/links.ts', "import { x } from '../http/links.ts'"],
    ['server/admin/table.ts', "import { x } from '../modules/backoffice/index.ts'"],
    ['server/modules/documents/service.ts', "import { x } from '../funds/store.ts'"],
    ['server/modules/funds/service.ts', "import { x } from '../documents/index.ts'"],
    ['server/modules/funds/service.ts', "import { x } from '../../http/errors.ts'"],
    ['server/http/links.ts', "import { x } from '../modules/documents/index.ts'"],
    ['server/http/links.ts', "import { x } from '../modules/index.ts'"],
    ['server/app.ts', "import { x } from './modules/documents/module.ts'"],
    ['server/modules/documents/jobs.ts', "import { x } from '../index.ts'"],
    ['server/modules/funds/index.ts', "import { x } from './companyResolvers.ts'"],
    ['server/modules/funds/store.ts', "import type { X } from '../../schema.generated.ts'"],
    ['server/modules/documents/policy.ts', "import { x } from './store.ts'"],
    ['server/modules/documents/policy.ts', "import { x } from '../../platform/ids.ts'"],
    ['server/modules/documents/core/trees.ts', "import { x } from '../trees/createTree.ts'"],
    ['server/modules/documents/core/nodes.ts', "import type { X } from '../index.ts'"],
    ['server/modules/documents/permissions/permissions.ts', "import { x } from '../changes/move.ts'"],
    ['server/modules/documents/zip/build.ts', "import { x } from '../index.ts'"],
    ['server/modules/documents/attic/boxes.ts', "import { x } from '../core/nodes.ts'"],
    ['web/features/funds/page.tsx', "import { x } from '../documents/DocumentBrowser.tsx'"],
    ['web/features/funds/page.tsx', "const page = import('../documents/DocumentBrowser.tsx')"],
    ['web/ui/Table.tsx', "import { x } from '../features/funds/page.tsx'"],
    ['web/ui/theme/tokens.ts', "import { x } from '../form/Form.tsx'"],
    ['web/ui/form/Form.tsx', "import { x } from '../index.ts'"],
    ['web/features/projects/layers/useLayers.ts', "import { x } from '../detail/ProjectPage.tsx'"],
    ['web/features/projects/attic/boxes.ts', "import { x } from '../core/words.tsx'"],
    ['web/features/settings/sessions/SessionsSection.tsx', "import { x } from '../SecurityPage.tsx'"],
    ['server/app.ts', "import { x } from '../testing/factories.ts'"],
    ['server/app.ts', "import { x } from './http/server.fixture.ts'"],
    ['server/modules/documents/policy.ts', "export { x } from './store.ts'"],
    ['server/modules/documents/policy.ts', "import {\n  x,\n  y,\n} from './store.ts'"],
  ])('a planted violation is caught: %s with %s', (file, text) => {
    expect(violations(importsIn(file, text))).toHaveLength(1)
  })

  test.each([
    ['server/modules/documents/service.ts', "import { x } from '../funds/index.ts'"],
    ['server/modules/documents/policy.ts', "import { holds } from '../../access/actor.ts'"],
    ['server/modules/documents/changes/move.ts', "import { x } from '../permissions/narrowing.ts'"],
    ['server/modules/documents/core/trees.ts', "import { x } from '../policy.ts'"],
    ['server/modules/documents/index.ts', "import { x } from './zip/index.ts'"],
    ['server/modules/documents/core/a.test.ts', "import { x } from '../index.ts'"],
    ['server/modules/index.ts', "import { x } from './documents/module.ts'"],
    ['server/modules/documents/module.ts', "import { x } from './zip/zipResolvers.ts'"],
    ['web/routes.tsx', "const page = import('./features/documents/DocumentBrowser.tsx')"],
    ['web/features/projects/detail/ProjectMap.tsx', "const map = import('../map/MapCanvas.tsx')"],
    ['web/features/settings/SecurityPage.tsx', "import { x } from './sessions/SessionsSection.tsx'"],
    ['server/modules/documents/a.test.ts', "import { x } from '../../../testing/factories.ts'"],
    ['server/modules/documents/a.fixture.ts', "import { x } from '../../../testing/factories.ts'"],
  ])('what is allowed passes: %s with %s', (file, text) => {
    expect(importsIn(file, text)).toHaveLength(1)
    expect(violations(importsIn(file, text))).toEqual([])
  })
})

describe('the order of modules', () => {
  test('each folder of a module is in the list, under its name', () => {
    const folders = readdirSync(path.join(root, 'server/modules'), { withFileTypes: true })
    const found = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    expect(MODULES.length).toBeGreaterThan(10)
    expect(MODULES.toSorted()).toEqual(found.toSorted())
  })

  test('ARCHITECTURE.md has the order of the list', () => {
    const text = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')
    const said = /Modules, each of which[^:]*: ([^.]*)\./.exec(text)?.[1] ?? ''
    expect(said.split('·').map((name) => name.trim())).toEqual(MODULES)
  })

  test('another order is noticed', () => {
    expect(modulesIn('noModules\n  .with(fundsModule)\n  .with(filesModule)')).toEqual(['funds', 'files'])
  })
})

describe('the map of the house', () => {
  const contents = contentsOf(root)
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

  test('ARCHITECTURE.md names what is there, under the folder that it is in, and every folder', () => {
    expect(contents.files.length).toBeGreaterThan(500)
    expect(mapErrors(read('ARCHITECTURE.md'), contents)).toEqual([])
  })

  test('each README names files that are there', () => {
    const readmes = contents.files.filter((file) => file.endsWith('/README.md'))
    expect(readmes.length).toBeGreaterThan(5)
    expect(readmes.flatMap((file) => unknownFiles(read(file), contents))).toEqual([])
  })

  test('ARCHITECTURE.md fits on four screens', () => {
    expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThan(160)
  })

  test('a file that is gone, one in another folder, a folder that is gone and one that is left out are caught', () => {
    const found = mapErrors('```\nserver/  main.ts\n  gone/  `lost.ts`\n  access/  main.ts\n```', {
      files: ['server/main.ts', 'server/http/lost.ts'],
      folders: ['server', 'server/access', 'server/http'],
    })
    expect(found).toEqual([
      'server/gone is not there',
      'server/gone/lost.ts is not there',
      'server/access/main.ts is not there',
      'server/http/ is not on the map',
    ])
  })

  test('a feature that bears the name of a module is missed all the same', () => {
    const text = 'Modules, each of which uses those before it: finding.\nFeatures: shell · people.'
    const folders = ['server/modules/finding', 'web/features/finding', 'web/features/people']
    expect(mapErrors(text, { files: [], folders })).toEqual(['web/features/finding/ is not on the map'])
  })
})
