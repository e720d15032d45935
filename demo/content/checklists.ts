import type { ChecklistItemStatus } from '../../shared/checklists.ts'
import { seeded } from '../files/random.ts'
import type { DemoChecklist, DemoChecklistCategory } from '../plan.ts'
import { GROUP } from './organisations.ts'
import { PEOPLE, type PersonKey } from './people.ts'
import { projectsIn } from './portfolios.ts'

/** What a buyer and its lenders ask of each site before they close: 60 rows in 8 categories. */
const CATEGORIES: readonly DemoChecklistCategory[] = [
  {
    name: 'Site control',
    items: [
      'Lease or deed',
      'Title commitment and survey',
      'Easements and crossings',
      'Landowner estoppel',
      'Mineral rights and surface waiver',
      'Subordination and non-disturbance',
      'Memorandum of lease recorded',
    ],
  },
  {
    name: 'Interconnection',
    items: [
      'Interconnection agreement',
      'Facilities study',
      'Network upgrade cost and security',
      'Affected system study',
      'Permission to operate',
      'Metering and telemetry',
    ],
  },
  {
    name: 'Offtake',
    items: [
      'Power purchase agreement and amendments',
      'Buyer estoppel and consent',
      'Buyer credit support',
      'Curtailment and deemed output',
      'Guaranteed commercial operation date',
      'Renewable energy certificates',
      'Capacity accreditation',
    ],
  },
  {
    name: 'Permits',
    items: [
      'Conditional use permit',
      'Building and electrical permits',
      'Wetlands determination',
      'Endangered species review',
      'Cultural resources review',
      'Stormwater pollution prevention plan',
      'Road use agreement',
      'Decommissioning plan and surety',
    ],
  },
  {
    name: 'Engineering and construction',
    items: [
      'Construction contract',
      'Geotechnical report',
      'Issued-for-construction drawings',
      'Independent engineer’s report',
      'Pull-out tests of the piles',
      'Commissioning and capacity test',
      'Substantial completion certificate',
      'Punch list and holdbacks',
    ],
  },
  {
    name: 'Equipment',
    items: [
      'Module supply agreement',
      'Module warranty and flash tests',
      'Inverter supply and warranty',
      'Tracker supply and wind tunnel report',
      'Main power transformer',
      'Storage supply and augmentation',
      'Traceability and customs documents',
    ],
  },
  {
    name: 'Resource and operations',
    // Of sites that still have to be built there is nothing to operate.
    isDevelopment: false,
    items: [
      'Energy yield assessment',
      'Operations and maintenance agreement',
      'Availability guarantee',
      'Spare parts list',
      'Operating history of 12 months',
      'Warranty claims register',
      'Hail stow procedure and loss record',
      'NERC registration',
    ],
  },
  {
    name: 'Tax and finance',
    items: [
      'Cost segregation report',
      'Appraisal',
      'Begin-construction memorandum',
      'Domestic content certificate',
      'Energy community evidence',
      'Prevailing wage and apprenticeship records',
      'Insurance certificates',
      'Tax credit insurance',
      'Closing certificates and signature pages',
    ],
  },
]

const ASSIGNEES: readonly PersonKey[] = ['contributor', 'counsel', 'taxEquity', 'lender', 'viewer']

/** How far diligence has come, by what is likely: much is done, a little needs attention. */
const SPREAD: readonly (readonly [until: number, status: ChecklistItemStatus])[] = [
  [0.46, 'DONE'],
  [0.6, 'UNDER_REVIEW'],
  [0.7, 'SUBMITTED_FOR_REVIEW'],
  [0.77, 'THIRD_PARTY_REVIEW'],
  [0.81, 'FOLLOW_UP_NEEDED'],
  [0.84, 'SIGNATURE_REQUIRED'],
]

const TEXTS: readonly (readonly [item: string, by: PersonKey, text: string])[] = [
  [
    'Title commitment and survey',
    'counsel',
    'Schedule B-II still lists the 1987 mineral reservation on the north parcel. Requested a surface waiver from the county.',
  ],
  [
    'Title commitment and survey',
    'counsel',
    'ALTA revision 3 is in the title folder. The pipeline crossing at station 14+20 is now dimensioned.',
  ],
  [
    'Title commitment and survey',
    'contributor',
    'Lender wants the waiver before term conversion. Can the title company insure over it meanwhile?',
  ],
  [
    'Lease or deed',
    'counsel',
    'Second amendment is signed by both spouses; the recorded copy follows next week.',
  ],
  [
    'Easements and crossings',
    'contributor',
    'County confirmed that the road crossing needs no separate permit.',
  ],
  ['Interconnection agreement', 'viewer', 'Please add Exhibit C with the one-line diagram as built.'],
  ['Interconnection agreement', 'contributor', 'Exhibit C is in the folder now, revision 2 of 14 August.'],
  ['Network upgrade cost and security', 'lender', 'Is the letter of credit released, or only reduced?'],
  [
    'Buyer estoppel and consent',
    'counsel',
    'Buyer accepts our form, but asks for 30 days for the signature.',
  ],
  [
    'Independent engineer’s report',
    'viewer',
    'Table 6 uses the old soiling losses. The engineer sends a letter.',
  ],
  ['Insurance certificates', 'lender', 'Hail sublimit is below what the credit agreement asks for.'],
  [
    'Prevailing wage and apprenticeship records',
    'taxEquity',
    'Two weeks of payroll of the fencing crew are missing.',
  ],
  ['Cost segregation report', 'taxEquity', 'Fine for us. Reliance letter to be signed at closing.'],
]

type Comment = DemoChecklist['comments'][number]

const PARTIES = { project: 'Harlan County Solar', item: 'Network upgrade cost and security' }

/** What bidders say in a cell of their room, and what the deal team answers: each of it for one side alone. */
const OF_PARTIES: readonly Comment[] = (
  [
    ['bidder', '16T15:20', 'We carry $1.84M for the upgrades. Is the letter of credit part of the price?'],
    [
      'contributor',
      '16T16:05',
      'Northwind nets it. Hold the answer until Calder has asked, too.',
      'DEAL_TEAM',
    ],
    ['dealAdmin', '17T09:40', 'It is replaced by yours at closing, and not paid for.', GROUP.northwind],
    ['rival', '17T14:10', 'Please confirm that the security of $2.10M is released at COD.'],
    ['dealAdmin', '18T08:55', 'Two thirds at COD, the rest a year later.', GROUP.calder],
  ] as const
).map(([by, day, text, audience]) => ({
  ...PARTIES,
  by: PEOPLE[by].email,
  text,
  at: `2026-11-${day}:00.000Z`,
  ...(audience && { audience }),
}))

function checklist(
  portfolio: string,
  name: string,
  administrator: PersonKey,
  ofParties: readonly Comment[] = [],
): DemoChecklist {
  const { next, pick } = seeded(`checklist of ${portfolio}`)
  const projects = projectsIn(portfolio)
  const rows = CATEGORIES.flatMap(({ items }) => items)
  return {
    portfolio,
    name,
    administrator: PEOPLE[administrator].email,
    categories: CATEGORIES,
    cells: projects.flatMap((project) =>
      rows.map((item) => {
        const [drawn, assigned] = [next(), next()]
        const status = SPREAD.find(([until]) => drawn < until)?.[1] ?? 'STATE_REQUESTED'
        const assignee = pick(ASSIGNEES)
        return {
          project: project.name,
          item,
          status,
          assignee: status !== 'STATE_REQUESTED' || assigned < 0.2 ? PEOPLE[assignee].email : null,
        }
      }),
    ),
    links: projects.flatMap((project) =>
      CATEGORIES.filter(() => next() < 0.7).map(({ name: category }) => ({
        project: project.name,
        category,
        link: `/portfolios/${portfolio}/storage/documents`,
      })),
    ),
    comments: [
      ...projects.slice(0, 4).flatMap((project, at) =>
        TEXTS.filter((_text, place) => at === 0 || (place + at) % 3 === 0).map(([item, by, text], place) => ({
          project: project.name,
          item,
          by: PEOPLE[by].email,
          text,
          at: new Date(Date.UTC(2026, 10, 12 + Math.floor(place / 2), 14 + at, 7 * place)).toISOString(),
        })),
      ),
      ...ofParties,
    ],
    at: '2026-11-11T15:00:00.000Z',
  }
}

export const CHECKLISTS: readonly DemoChecklist[] = [
  checklist('prairie-sun-ii', 'Closing checklist', 'orgAdmin'),
  checklist('republican-valley-portfolio', 'Closing checklist', 'dealAdmin', OF_PARTIES),
]
