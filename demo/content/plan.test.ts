import { describe, expect, test } from 'vitest'
import { DEAL_STATUSES } from '../../shared/enumerations.ts'
import { DEFAULT_ROLES, type Permission } from '../../shared/permissions.ts'
import { isReserved, slugOf } from '../../shared/slugs.ts'
import type { DemoFile, DemoTree } from '../plan.ts'
import { wordsOf } from '../reading.ts'
import { SIGN_INS } from '../signIns.ts'
import { demoPlan } from './index.ts'
import { GROUP } from './organisations.ts'
import { PROJECTS, projectOf, projectsIn } from './portfolios.ts'
import { readRows } from './project-table.ts'
import { DEMO_DAY } from './projects.ts'

const plan = demoPlan()
const people = new Map(plan.people.map((person) => [person.email, person]))
const groupsOf = (organisation: string) => plan.groups.filter((group) => group.organisation === organisation)
const treeName = (tree: DemoTree): string => `${tree.type} of ${tree.owner.slug}`
const byTree = plan.trees.map((tree) => [treeName(tree), tree] as const)
const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

const permissionsOf = (organisation: string, role: string): readonly Permission[] =>
  plan.organisations.find((each) => each.slug === organisation)?.roles.find((each) => each.name === role)
    ?.permissions ??
  DEFAULT_ROLES[role] ??
  []

/** Groups whose role holds on the tree's place. */
const groupsOn = ({ organisation, owner }: DemoTree) =>
  groupsOf(organisation).filter(
    (group) =>
      group.organisationWide ||
      (owner.kind === 'PORTFOLIO' && group.portfolios.includes(owner.slug)) ||
      (owner.kind === 'HOLDING_COMPANY' && group.holdingCompanies.includes(owner.slug)),
  )

/** Names of the principals that may see a folder or file; null where it is open to all of the tree. */
const onlyOf = (tree: DemoTree, path: string): readonly string[] | null => {
  for (let at = path; at !== ''; at = parentOf(at)) {
    const only = tree.folders.find((folder) => folder.path === at)?.only
    if (only) return only
  }
  return null
}
const mayRead = (tree: DemoTree, file: DemoFile, group: string): boolean => {
  const only = file.only ?? onlyOf(tree, file.folder)
  return only === null || only.includes(group)
}

const holds = (email: string, tree: DemoTree, permission: Permission): boolean =>
  people.get(email)?.isSuperUser === true ||
  groupsOf(tree.organisation).some(
    (group) =>
      group.members.includes(email) &&
      group.role === 'Organisation Admin' &&
      tree.owner.kind !== 'HOLDING_COMPANY',
  ) ||
  groupsOn(tree).some(
    (group) =>
      group.members.includes(email) && permissionsOf(tree.organisation, group.role).includes(permission),
  )

const EDIT = { DOCUMENTS: 'DOCUMENTS_EDIT', REPORTS: 'REPORTS_EDIT', O_AND_M: 'O_AND_M_ADMIN' } as const
const ADMIN = { DOCUMENTS: 'DOCUMENTS_ADMIN', REPORTS: 'REPORTS_ADMIN', O_AND_M: 'O_AND_M_ADMIN' } as const

describe('people', () => {
  test.each([
    'super',
    'orgadmin',
    'usersadmin',
    'dealadmin',
    'contributor',
    'viewer',
    'bidder',
    'reports',
    'newcomer',
    'outsider',
    'member2',
  ])('%s@demo.example is there once, and among the sign-ins shown', (name) => {
    const email = `${name}@demo.example`
    expect(plan.people.filter((person) => person.email === email)).toHaveLength(1)
    expect(SIGN_INS).toContain(email)
  })

  const rolesOf = (name: string): readonly string[] =>
    plan.groups
      .filter((group) => group.members.includes(`${name}@demo.example`))
      .map((group) => `${group.organisation}: ${group.role}`)

  test('each stands for its kind of user', () => {
    expect(people.get('super@demo.example')?.isSuperUser).toBe(true)
    expect(plan.people.filter((person) => person.isSuperUser)).toHaveLength(1)
    expect(people.get('newcomer@demo.example')?.hasSignedIn).toBe(false)
    expect(plan.people.filter((person) => !person.hasSignedIn)).toHaveLength(1)
    expect(
      Object.fromEntries(
        [
          'super',
          'orgadmin',
          'usersadmin',
          'dealadmin',
          'contributor',
          'viewer',
          'bidder',
          'reports',
          'outsider',
          'member2',
        ].map((name) => [name, rolesOf(name)]),
      ),
    ).toEqual({
      super: ['segue-infra: Organisation Admin', 'meridian: Organisation Admin'],
      orgadmin: ['segue-infra: Organisation Admin'],
      usersadmin: ['segue-infra: Users Admin'],
      dealadmin: ['segue-infra: Deal Room Admin'],
      contributor: ['segue-infra: Contributor'],
      viewer: ['segue-infra: Viewer'],
      bidder: ['segue-infra: Bidder'],
      reports: ['segue-infra: Report Reader'],
      outsider: [],
      member2: ['segue-infra: Viewer', 'meridian: Viewer'],
    })
  })

  test('the administrator of deal rooms has one, and the two bidders are rivals in one room', () => {
    const find = (name: string) => plan.groups.find((group) => group.name === name)
    expect(find('Deal room admins')?.portfolios).toEqual(['republican-valley-portfolio'])
    expect(find(GROUP.northwind)?.members).toContain('bidder@demo.example')
    expect(find(GROUP.calder)?.portfolios).toContain('republican-valley-portfolio')
    expect(find(GROUP.calder)?.members).not.toContain('bidder@demo.example')
  })

  test('the reader of reports holds nothing but the room and its reports', () => {
    expect(permissionsOf('segue-infra', 'Report Reader').toSorted()).toEqual([
      'DEALROOM_VIEW',
      'REPORTS_VIEW',
    ])
  })
})

describe('entities', () => {
  test('all statuses but Deleted are there in each organisation, two or more of them on show', () => {
    for (const { slug } of plan.organisations) {
      const statuses = new Set(
        plan.portfolios.filter((each) => each.organisation === slug).map((each) => each.status),
      )
      expect([...statuses].toSorted()).toEqual(
        DEAL_STATUSES.filter((status) => status !== 'DELETED').toSorted(),
      )
    }
  })

  test('slugs are those that the product makes of the names, each once and none reserved', () => {
    for (const entity of [...plan.portfolios, ...plan.holdingCompanies])
      expect(entity.slug).toBe(slugOf(entity.name))
    for (const list of [plan.portfolios, plan.holdingCompanies, plan.organisations]) {
      expect(new Set(list.map((each) => each.slug)).size).toBe(list.length)
    }
    for (const { slug } of plan.organisations) expect(isReserved(slug)).toBe(false)
  })

  test('groups name people, roles and entities of their organisation, and no draft', () => {
    for (const group of plan.groups) {
      expect(permissionsOf(group.organisation, group.role), group.name).not.toEqual([])
      for (const email of group.members) expect(people.has(email), email).toBe(true)
      for (const slug of group.portfolios) {
        const portfolio = plan.portfolios.find((each) => each.slug === slug)
        expect(portfolio, slug).toMatchObject({ organisation: group.organisation })
        expect(portfolio?.status, slug).not.toBe('DRAFT')
      }
      for (const slug of group.holdingCompanies) {
        expect(plan.holdingCompanies.find((each) => each.slug === slug)).toMatchObject({
          organisation: group.organisation,
        })
      }
    }
    for (const { slug } of plan.organisations) {
      const names = groupsOf(slug).map((group) => group.name.toLowerCase())
      expect(new Set(names).size).toBe(names.length)
    }
  })

  test('deal managers are people, and portfolios of a holding company are of its organisation', () => {
    for (const entity of [...plan.portfolios, ...plan.holdingCompanies])
      expect(people.has(entity.dealManager)).toBe(true)
    for (const company of plan.holdingCompanies) {
      for (const slug of company.portfolios) {
        expect(plan.portfolios.find((each) => each.slug === slug)).toMatchObject({
          organisation: company.organisation,
        })
      }
    }
  })
})

describe('projects', () => {
  test('there are 120, each with its own name, and sizes add up to those of their portfolios', () => {
    expect(PROJECTS).toHaveLength(120)
    expect(new Set(PROJECTS.map((project) => project.key)).size).toBe(120)
    for (const portfolio of plan.portfolios) {
      const projects = projectsIn(portfolio.slug)
      expect(projects.length, portfolio.slug).toBeGreaterThan(1)
      expect(portfolio.systemSize).toBe(projects.reduce((sum, each) => sum + (each.dcKw ?? each.acKw), 0))
    }
    expect(plan.portfolios.find((each) => each.slug === 'prairie-sun-ii')?.systemSize).toBe(187_000)
    expect(plan.portfolios.find((each) => each.slug === 'republican-valley-portfolio')?.systemSize).toBe(
      188_000,
    )
  })

  test('they lie in the United States, solar has more DC than AC, and each has one kind of contract', () => {
    for (const project of PROJECTS) {
      expect(project.latitude).toBeGreaterThan(25)
      expect(project.latitude).toBeLessThan(49)
      expect(project.longitude).toBeGreaterThan(-125)
      expect(project.longitude).toBeLessThan(-67)
      expect(project.dcKw ?? Number.POSITIVE_INFINITY).toBeGreaterThan(project.acKw)
      expect(project.ppa === null).toBe(project.technology === 'STORAGE')
      expect(project.toll === null).toBe(project.technology !== 'STORAGE')
      expect(project.ntp < project.cod).toBe(true)
      expect(project.phase).toBe(project.cod <= DEMO_DAY ? 'OPERATING' : 'NEW_BUILD')
    }
  })

  test('what a portfolio owns runs', () => {
    for (const project of PROJECTS.filter((each) => each.isOwned)) expect(project.phase).toBe('OPERATING')
  })

  test('two sites lie within a mile of Sagebrush Flats 1, others between one and ten', () => {
    const center = projectOf('sagebrush-flats-1')
    const milesTo = (key: string): number => {
      const other = projectOf(key)
      const rad = Math.PI / 180
      const [a, b] = [center.latitude * rad, other.latitude * rad]
      const half =
        Math.sin((b - a) / 2) ** 2 +
        Math.cos(a) * Math.cos(b) * Math.sin(((other.longitude - center.longitude) * rad) / 2) ** 2
      return 2 * 3958.76 * Math.asin(Math.sqrt(half))
    }
    for (const key of ['sagebrush-flats-2', 'hollis-road-solar']) expect(milesTo(key)).toBeLessThan(1)
    for (const key of [
      'turkey-creek-solar',
      'medicine-lodge-solar',
      'barber-county-1',
      'gyp-hills-solar-storage',
    ]) {
      expect(milesTo(key)).toBeGreaterThan(1)
      expect(milesTo(key)).toBeLessThan(10)
    }
  })

  test('a line that is not of the table’s form stops the demo and is named', () => {
    expect(() =>
      readRows('Nowhere Solar | Town, County, ZZ | 40 -99 | 1 | 2 | - | 2026-01 | plains'),
    ).toThrow('Nowhere Solar')
  })

  test('an unknown project is named', () => {
    expect(() => projectOf('no-such-site')).toThrow('The demo has no project no-such-site.')
  })
})

describe.each(byTree)('%s', (_, tree) => {
  test('folders come after their parents, once, and numbers in names show their order', () => {
    const paths = tree.folders.map((folder) => folder.path)
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
    paths.forEach((path, index) => {
      if (parentOf(path) !== '') expect(paths.slice(0, index)).toContain(parentOf(path))
    })
  })

  test('restrictions name principals of the tree, and always leave someone who may file there', () => {
    const groups = groupsOn(tree)
    const principals =
      tree.permissionsType === 'GROUP' ? groups.map((each) => each.name) : groups.map((each) => each.role)
    for (const { only } of [...tree.folders, ...tree.files]) {
      for (const name of only ?? []) expect(principals).toContain(name)
      if (only) expect(only.length).toBeGreaterThan(0)
    }
  })

  test('files lie in folders of the tree, come in order of time and not before the folders', () => {
    const paths = new Set(tree.folders.map((folder) => folder.path))
    for (const file of tree.files) {
      if (file.folder === '') expect(tree.allowRootFiles).toBe(true)
      else expect(paths).toContain(file.folder)
      expect(file.at >= tree.openedAt, `${file.name} at ${file.at}`).toBe(true)
      expect(file.at.slice(0, 10) <= DEMO_DAY, file.name).toBe(true)
      expect(file.name).toMatch(/^[^/\\:*?"<>|]{1,120}$/)
    }
    expect(tree.files.map((file) => file.at)).toEqual(tree.files.map((file) => file.at).toSorted())
  })

  test('whoever files may edit the tree and see the folder, and its administrator may permit', () => {
    expect(holds(tree.administrator, tree, EDIT[tree.type])).toBe(true)
    expect(holds(tree.administrator, tree, ADMIN[tree.type])).toBe(true)
    for (const file of tree.files) {
      expect(holds(file.by, tree, EDIT[tree.type]), `${file.by}: ${file.name}`).toBe(true)
      if (holds(file.by, tree, ADMIN[tree.type])) continue
      const mine = groupsOn(tree).filter((group) => group.members.includes(file.by))
      const names = mine.map((group) => (tree.permissionsType === 'GROUP' ? group.name : group.role))
      expect(
        names.some((name) => mayRead(tree, file, name)),
        file.name,
      ).toBe(true)
    }
  })
})

test('a tree of each kind is there, numbers by value matter, versions exist, and the largest folder is a long one', () => {
  expect(new Set(plan.trees.map((tree) => tree.type)).size).toBe(3)
  expect(new Set(plan.trees.map(treeName)).size).toBe(plan.trees.length)
  const [valley] = plan.trees
  const names = valley?.folders.map((folder) => folder.path.split('/').at(-1)) ?? []
  expect(names).toEqual(
    expect.arrayContaining([
      '03.1 Executed PPAs',
      '03.2 Interconnection agreements',
      '03.10 Estoppels and consents',
    ]),
  )
  const title = valley?.files.filter((file) => file.name === 'Harlan County Solar - title commitment.pdf')
  expect(title).toHaveLength(3)
  const counts = plan.trees.flatMap((tree) =>
    tree.folders.map((folder) => tree.files.filter((file) => file.folder === folder.path).length),
  )
  expect(Math.max(...counts)).toBe(36)
})

describe('what rivals read', () => {
  const [valley] = plan.trees
  if (!valley) throw new Error('The plan has no trees.')
  const readBy = (group: string): readonly DemoFile[] =>
    valley.files.filter((file) => mayRead(valley, file, group))
  const textsOf = async (group: string): Promise<readonly (readonly [string, string])[]> => {
    const texts: (readonly [string, string])[] = []
    for (const file of readBy(group)) {
      if (!/\.(jpg|png)$/.test(file.name))
        texts.push([`${file.folder}/${file.name}`, await wordsOf(file.name, await file.make())])
    }
    return texts
  }

  test('each bidder has its own folder, and folders of money are closed to both', () => {
    const foldersOf = (group: string) => new Set(readBy(group).map((file) => file.folder))
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
  ])(
    '%s reads no word about a bidder who is none of its business, in names or in files',
    async (group, rival) => {
      for (const [name, words] of await textsOf(group)) {
        expect(name).not.toMatch(rival)
        expect(rival.test(words), name).toBe(false)
      }
    },
    60_000,
  )

  test('no file that a bidder reads holds the price of a power purchase', async () => {
    const rates = projectsIn('republican-valley-portfolio').map((project) => String(project.ppa?.rate))
    for (const [name, words] of await textsOf(GROUP.northwind)) {
      for (const rate of rates) expect(words.includes(rate), `${rate} in ${name}`).toBe(false)
    }
  }, 60_000)
})

test('no PDF is dated after its upload', async () => {
  for (const tree of plan.trees) {
    for (const file of tree.files.filter(
      (each) => each.name.endsWith('.pdf') && !each.name.includes('independent'),
    )) {
      const made = /\/CreationDate \(D:(\d{8})/.exec((await file.make()).toString('latin1'))?.[1]
      expect(made, file.name).toMatch(/^\d{8}$/)
      expect(
        String(made) <= file.at.slice(0, 10).replaceAll('-', ''),
        `${treeName(tree)}: ${file.name} is of ${made}, filed ${file.at}`,
      ).toBe(true)
    }
  }
}, 60_000)
