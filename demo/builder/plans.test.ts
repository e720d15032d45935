import { describe, expect, test } from 'vitest'
import { demoPlan } from '../content/index.ts'
import { treeOfSlug } from '../expected.ts'
import type { DemoPlan, DemoTree } from '../plan.ts'
import { buildDemo } from './index.ts'
import type { DemoServices } from './services.ts'

const plan = demoPlan()
const valley = treeOfSlug(plan, 'DOCUMENTS', 'republican-valley-portfolio')

describe('a plan that is wrong', () => {
  const none: DemoPlan = {
    ...plan,
    organisations: [],
    people: [],
    portfolios: [],
    holdingCompanies: [],
    partners: [],
    pictures: [],
    groups: [],
    trees: [],
    tickets: [],
    imports: [],
    directories: [],
    automations: [],
    duplicateReports: [],
    checklists: [],
    logs: [],
    overviews: [],
    certificates: [],
  }
  const refuse = (): never => {
    throw new Error('Nothing was to be made.')
  }
  const nothing: DemoServices = {
    createOrganisation: async () => 'organisation',
    createPerson: async () => 'person',
    createPortfolio: async () => 'portfolio',
    createHoldingCompany: async () => 'company',
    createPartner: async () => {},
    createProject: async () => {},
    createGroup: async () => 'group',
    setPicture: async () => {},
    addMember: async () => {},
    invite: async () => {},
    setPhase: async () => {},
    certify: refuse,
    publish: refuse,
    createLabel: async () => 'label',
    setLabels: refuse,
    createTree: async () => 'tree',
    createFolders: async ({ paths }) => paths,
    setPermission: refuse,
    setViewOnly: refuse,
    removeDocuments: refuse,
    addFiles: async ({ files }) => files.map((file) => file.name),
    readFiles: async () => {},
    readPages: async () => {},
    redact: async () => {},
    sendTicket: async () => {},
    importContacts: async () => {},
    connectDirectory: async () => {},
    automate: async () => {},
    reportDuplicates: async () => {},
    createChecklist: async () => {},
    visit: refuse,
    writeOverview: async () => {},
    createLog: async () => 'log',
    ask: async () => 'question',
    withdrawVersion: refuse,
  }

  test('files of one name, of two people or of two moments never share an upload, nor do more than 20', async () => {
    const [person] = plan.people
    if (!person) throw new Error('The plan has no people.')
    const emails = ['a@demo.example', 'b@demo.example']
    const sent: string[][] = []
    const file = (name: string, by: string, day: string) => ({
      folder: '',
      name,
      by,
      at: `${day}T15:00:00.000Z`,
      make: async () => Buffer.from(name),
    })
    const [a = '', b = ''] = emails
    const files = [
      file('1', a, '2026-11-01'),
      file('2', a, '2026-11-01'),
      file('1', a, '2026-11-01'),
      file('3', b, '2026-11-01'),
      file('4', b, '2026-11-02'),
      ...Array.from({ length: 21 }, (_, index) => file(`n${index}`, a, '2026-11-03')),
    ]
    await buildDemo(
      {
        ...nothing,
        addFiles: async ({ files }) => {
          sent.push(files.map(({ name }) => name))
          return []
        },
      },
      {
        ...none,
        organisations: plan.organisations.map((organisation) => ({ ...organisation, labels: [] })),
        people: emails.map((email) => ({ ...person, email })),
        portfolios: plan.portfolios.map((portfolio) => ({ ...portfolio, dealManager: a, phase: null })),
        trees: [
          {
            ...valley,
            labels: {},
            withdrawn: [],
            viewOnly: {},
            redacted: [],
            read: [],
            administrator: a,
            folders: [],
            files,
          },
        ],
      },
      () => {},
    )
    expect(sent.map((names) => names.length)).toEqual([2, 1, 1, 1, 20, 1])
    expect(sent.flat()).toEqual(files.map(({ name }) => name))
  })

  test('names what is missing', async () => {
    const wrong = { ...none, portfolios: plan.portfolios.slice(0, 1) }
    await expect(buildDemo(nothing, wrong, () => {})).rejects.toThrow('names the organisation "segue-infra"')
  })

  test('ends with the error of a file that cannot be made, though others were started', async () => {
    const file = { folder: '', name: 'a.txt', by: 'p@demo.example', at: '2026-11-01T15:00:00.000Z' }
    const tree: DemoTree = {
      ...valley,
      labels: {},
      withdrawn: [],
      viewOnly: {},
      redacted: [],
      read: [],
      administrator: 'p@demo.example',
      folders: [],
      files: [
        { ...file, make: async () => Buffer.from('a') },
        { ...file, make: () => Promise.reject(new Error('No ink.')) },
        { ...file, make: () => Promise.reject(new Error('No paper.')) },
      ],
    }
    const [person] = plan.people
    if (!person) throw new Error('The plan has no people.')
    const wrong: DemoPlan = {
      ...none,
      organisations: plan.organisations.map((organisation) => ({ ...organisation, labels: [] })),
      people: [{ ...person, email: 'p@demo.example' }],
      portfolios: plan.portfolios.map((portfolio) => ({ ...portfolio, dealManager: 'p@demo.example' })),
      trees: [tree],
    }
    await expect(buildDemo(nothing, wrong, () => {})).rejects.toThrow('No ink.')
  })
})
