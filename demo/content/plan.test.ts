import { describe, expect, test } from 'vitest'
import { DEAL_STATUSES } from '../../shared/enumerations.ts'
import { isReserved, slugOf } from '../../shared/slugs.ts'
import { ticketProblem } from '../../shared/supportTickets.ts'
import {
  ADMIN,
  EDIT,
  groupsOf,
  groupsOn,
  holds,
  mayRead,
  parentOf,
  permissionsOf,
  treeName,
} from '../expected.ts'
import { SIGN_INS } from '../signIns.ts'
import { demoPlan } from './index.ts'
import { GROUP } from './organisations.ts'
import { OVERVIEWS } from './overviews.ts'
import { HOLDING_COMPANIES } from './portfolios.ts'
import { DEMO_DAY } from './projects.ts'

const plan = demoPlan()
const people = new Map(plan.people.map((person) => [person.email, person]))
const byTree = plan.trees.map((tree) => [treeName(tree), tree] as const)

test('no company earns less in a year than its portfolios together', () => {
  for (const { name, portfolios, yearToDate } of HOLDING_COMPANIES) {
    const stats = OVERVIEWS.flatMap(({ portfolio, overview }) =>
      portfolio !== undefined && portfolios.includes(portfolio) && overview.stats ? [overview.stats] : [],
    )
    const sum = stats.reduce((total, { actualRevenue }) => total + (actualRevenue ?? 0), 0)
    expect([name, sum <= (yearToDate?.revenue.actual ?? 0)]).toEqual([name, true])
  }
})

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
    expect(people.get('newcomer@demo.example')?.invitedBy).toBe('usersadmin@demo.example')
    const invited = plan.people.filter((person) => person.invitedBy !== null)
    expect(invited.length).toBeGreaterThan(3)
    for (const { email, invitedBy, invitedAt } of invited) {
      const group = plan.groups.find(({ members }) => members.includes(email))
      const [admin] = plan.groups.filter(
        ({ organisation, role, members }) =>
          organisation === group?.organisation &&
          /^(Users|Organisation) Admin$/.test(role) &&
          members.includes(invitedBy ?? ''),
      )
      expect(admin, email).toBeDefined()
      // All but the newcomer were invited in the weeks before the demo's day.
      expect((invitedAt ?? '2026-11-22') <= '2026-11-22', email).toBe(true)
    }
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
    expect(permissionsOf(plan, 'segue-infra', 'Report Reader').toSorted()).toEqual([
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
      expect(permissionsOf(plan, group.organisation, group.role), group.name).not.toEqual([])
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
      const names = groupsOf(plan, slug).map((group) => group.name.toLowerCase())
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

describe.each(byTree)('%s', (_, tree) => {
  test('folders come after their parents, once, and numbers in names show their order', () => {
    const paths = tree.folders.map((folder) => folder.path)
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
    paths.forEach((path, index) => {
      if (parentOf(path) !== '') expect(paths.slice(0, index)).toContain(parentOf(path))
    })
  })

  test('restrictions name principals of the tree, and always leave someone who may file there', () => {
    const groups = groupsOn(plan, tree)
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
    expect(holds(plan, tree.administrator, tree, EDIT[tree.type])).toBe(true)
    expect(holds(plan, tree.administrator, tree, ADMIN[tree.type])).toBe(true)
    for (const file of tree.files) {
      expect(holds(plan, file.by, tree, EDIT[tree.type]), `${file.by}: ${file.name}`).toBe(true)
      if (holds(plan, file.by, tree, ADMIN[tree.type])) continue
      const mine = groupsOn(plan, tree).filter((group) => group.members.includes(file.by))
      const names = mine.map((group) => (tree.permissionsType === 'GROUP' ? group.name : group.role))
      expect(
        names.some((name) => mayRead(tree, file, name)),
        file.name,
      ).toBe(true)
    }
  })
})

test('three tickets are there, two of them open, of people who may sign in, none after the demo’s day', () => {
  expect(plan.tickets.map(({ state }) => state)).toEqual(['CLOSED', 'OPEN', 'OPEN'])
  for (const { by, at, issue, description } of plan.tickets) {
    expect(people.get(by)?.invitedBy, by).toBeNull()
    expect(at.slice(0, 10) <= DEMO_DAY, at).toBe(true)
    expect(ticketProblem('issue', issue)).toBeNull()
    expect(ticketProblem('description', description)).toBeNull()
  }
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
