import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Permission } from '../../../../shared/permissions.ts'
import { portfolio } from '../../../testing/fixtures.ts'
import { type Answers, by, renderAt } from '../../../testing/renderAt.tsx'
import { room, TREE } from '../testing/room.ts'

export const ADDRESS = '/portfolios/prairie-sun/documents-analytics'
export const TABLES = ['Companies', 'Users', 'Documents'] as const

/** Companies with as many downloads as their number. */
export const company = (n: number) => ({
  __typename: 'CompanyAnalyticsRow',
  id: `c${n}`,
  company: { __typename: 'Company', id: `c${n}`, name: `Company ${n}` },
  userCount: 1,
  sessionCount: 2,
  downloadCount: n,
  viewCount: 0,
})

export const companies = (rows: readonly object[], count = rows.length) => ({
  data: {
    page: {
      __typename: 'CompanyAnalyticsPage',
      count,
      maxUser: 1,
      maxSession: 200,
      maxDownload: 60,
      maxView: 0,
      rows,
    },
  },
})

export const USERS = {
  data: {
    page: {
      __typename: 'UserAnalyticsPage',
      count: 1,
      maxSession: 1,
      maxDownload: 1,
      maxView: 1,
      rows: [
        {
          __typename: 'UserAnalyticsRow',
          id: 'u1',
          user: { __typename: 'User', id: 'u1', fullName: 'Helen Achterberg', company: null },
          sessionCount: 1,
          downloadCount: 1,
          viewCount: 1,
        },
      ],
    },
  },
}

const versionUse = (version: number, downloadCount: number, viewCount: number) => ({
  __typename: 'VersionUse',
  version,
  downloadCount,
  viewCount,
})

export const DOCUMENTS = {
  data: {
    page: {
      __typename: 'DocumentAnalyticsPage',
      count: 3,
      maxDownload: 3,
      maxView: 3,
      rows: [
        {
          __typename: 'DocumentAnalyticsRow',
          id: 'd1',
          document: { __typename: 'Document', id: 'd1', name: 'PPA.pdf' },
          downloadCount: 3,
          viewCount: 3,
          versions: [versionUse(2, 1, 0), versionUse(1, 2, 3)],
        },
        {
          __typename: 'DocumentAnalyticsRow',
          id: 'd2',
          document: null,
          downloadCount: 2,
          viewCount: 1,
          versions: [],
        },
        {
          __typename: 'DocumentAnalyticsRow',
          id: 'd3',
          document: { __typename: 'Document', id: 'd3', name: 'Lease.pdf' },
          downloadCount: 0,
          viewCount: 2,
          versions: [versionUse(4, 0, 2)],
        },
      ],
    },
  },
}

export const search = (text: string, people: number) => ({
  __typename: 'EmptySearch',
  text,
  people,
  lastAt: '2026-03-04T15:07:00.000Z',
})
export const searches = (rows: readonly object[], count = rows.length) => ({
  data: { page: { __typename: 'EmptySearchPage', count, rows } },
})

const lastReadAt = '2026-03-04T15:07:00.000Z'
/** Reading times of a group and a person, and a reader who met the limit of pages. */
const READING: Answers = {
  ReadingTree: {
    data: {
      documentTree: {
        __typename: 'DocumentTree',
        id: TREE,
        readingUrl: `/documents/${TREE}/reading`,
        readingMeasured: true,
        canEditPermissions: true,
      },
    },
  },
  GroupReading: {
    data: {
      page: {
        __typename: 'GroupReadingPage',
        count: 1,
        rows: [
          {
            __typename: 'GroupReadingRow',
            id: 'g1',
            group: { __typename: 'UserGroup', id: 'g1', name: 'Bidders' },
            memberCount: 4,
            readerCount: 2,
            permittedFiles: 40,
            openedFiles: 10,
            share: 0.25,
            pagesRead: 120,
            ms: 7_500_000,
            prints: 3,
            downloads: 1,
            activeDays: 5,
            lastReadAt,
          },
        ],
      },
    },
  },
  PersonReading: {
    data: {
      page: {
        __typename: 'PersonReadingPage',
        count: 1,
        rows: [
          {
            __typename: 'PersonReadingRow',
            id: 'u2',
            user: { __typename: 'User', id: 'u2', fullName: 'Ines Ortega', company: null },
            documents: 6,
            pagesRead: 80,
            ms: 40_000,
            lastReadAt,
          },
        ],
      },
    },
  },
  PageAlerts: {
    data: {
      pageAlerts: {
        __typename: 'PageAlertList',
        count: 1,
        rows: [
          {
            __typename: 'PageAlert',
            id: 'a1',
            user: { __typename: 'User', id: 'u3', fullName: 'Quick Reader', company: null },
            at: lastReadAt,
            pages: 3000,
          },
        ],
      },
    },
  },
  FileReading: {
    data: {
      documentReading: {
        __typename: 'DocumentReading',
        pageCount: 2,
        ms: 65_000,
        readerCount: 1,
        pages: [
          { __typename: 'PageReading', number: 1, readerCount: 1, ms: 65_000 },
          { __typename: 'PageReading', number: 2, readerCount: 0, ms: 0 },
        ],
        readers: [
          {
            __typename: 'DocumentReader',
            id: 'u2',
            user: { __typename: 'User', id: 'u2', fullName: 'Ines Ortega' },
            groups: ['Advisers', 'Bidders'],
            openings: 3,
            pagesRead: 1,
            ms: 65_000,
            lastReadAt,
          },
        ],
      },
    },
  },
}

interface Given {
  readonly permissions?: readonly Permission[]
  readonly accessLogUrl?: string | null
  readonly address?: string
  readonly answers?: Answers
}

export function open({
  permissions = ['DEALROOM_VIEW', 'DOCUMENTS_VIEW', 'DEALROOM_ADMIN'],
  accessLogUrl = `/documents/${TREE}/access-log`,
  address = ADDRESS,
  answers = {},
}: Given = {}) {
  const asked: Record<string, unknown>[] = []
  const scripted = answers.TreeCompanyAnalytics ?? companies([company(60), company(30)])
  const page = renderAt(address, {
    ...room([], {}).answers,
    PortfolioPage: {
      data: {
        portfolioBySlug: portfolio('Prairie Sun', {
          permissions,
          documentsTree: { __typename: 'DocumentTree', id: TREE },
        }),
      },
    },
    AnalyticsTree: { data: { documentTree: { __typename: 'DocumentTree', id: TREE, accessLogUrl } } },
    TreeUserAnalytics: USERS,
    TreeDocumentAnalytics: DOCUMENTS,
    EmptySearches: searches([search('merchant tail', 2)]),
    ...READING,
    ...answers,
    TreeCompanyAnalytics: by((variables) => {
      asked.push(variables)
      return typeof scripted === 'function' ? scripted(variables) : scripted
    }),
  })
  return { ...page, companyQueries: asked, user: userEvent.setup() }
}

export const table = (name: string) => screen.findByRole('grid', { name })
export const names = async (name = 'Companies') =>
  [...(await table(name)).querySelectorAll('[data-row]')].map(
    (row) => row.querySelector('td')?.textContent ?? '',
  )
