import { Outlet, type RouteObject, ScrollRestoration } from 'react-router'
import { UploadProvider } from './features/documents/uploads/index.ts'
import { LegalLinks } from './features/shell/LegalLinks.tsx'
import { RouteError } from './features/shell/RouteError.tsx'
import { Shell } from './features/shell/Shell.tsx'
import { usePage } from './graphql/page.ts'
import { lazily, Redirect } from './ui/index.ts'

const LicencePage = lazily(
  async () => (await import('./features/accounts/licence/LicencePage.tsx')).LicencePage,
)

/** What every page stands in; uploads go on while one walks from page to page. */
function Root() {
  const { user } = usePage()
  if (user && !user.agreements.acceptedEula) return <LicencePage foot={<LegalLinks />} />
  return (
    <UploadProvider>
      <ScrollRestoration />
      <Outlet />
    </UploadProvider>
  )
}

const notFoundPage = async () => ({
  Component: (await import('./features/shell/NotFoundPage.tsx')).NotFoundPage,
})

/** The pages inside the shell; each area is loaded when it is first opened. */
const PAGES: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import('./features/funds/StartPage.tsx')).StartPage }),
  },
  {
    path: 'dealroom/:category?',
    lazy: async () => ({ Component: (await import('./features/funds/DealRoomPage.tsx')).DealRoomPage }),
  },
  {
    path: 'portfolios/:slug',
    lazy: async () => ({ Component: (await import('./features/funds/PortfolioPage.tsx')).PortfolioPage }),
    children: [
      { index: true, element: null },
      {
        path: 'storage/documents/:documentId?',
        lazy: async () => ({
          Component: (await import('./pages/portfolioDocuments.tsx')).PortfolioDocuments,
        }),
      },
      {
        path: 'overview/:subpageSlug?',
        lazy: async () => ({ Component: (await import('./pages/overview.tsx')).PortfolioOverview }),
      },
      {
        path: 'projects',
        lazy: async () => ({ Component: (await import('./pages/portfolioProjects.tsx')).PortfolioProjects }),
      },
      {
        path: 'checklist',
        lazy: async () => ({
          Component: (await import('./pages/portfolioChecklist.tsx')).PortfolioChecklist,
        }),
      },
      {
        path: 'deal-teams',
        lazy: async () => ({ Component: (await import('./pages/dealTeams.tsx')).PortfolioTeams }),
      },
      {
        path: 'q-and-a',
        lazy: async () => ({ Component: (await import('./pages/questionLogs.tsx')).PortfolioQuestions }),
      },
      {
        path: 'documents-analytics',
        lazy: async () => ({
          Component: (await import('./pages/portfolioAnalytics.tsx')).PortfolioAnalytics,
        }),
      },
      {
        path: 'storage/reports/:documentId?',
        lazy: async () => ({ Component: (await import('./pages/portfolioDocuments.tsx')).PortfolioReports }),
      },
    ],
  },
  {
    path: 'holding-company/:slug',
    lazy: async () => ({
      Component: (await import('./features/funds/HoldingCompanyPage.tsx')).HoldingCompanyPage,
    }),
    children: [
      { index: true, element: null },
      {
        path: 'storage/documents/:documentId?',
        lazy: async () => ({ Component: (await import('./pages/companyDocuments.tsx')).CompanyDocuments }),
      },
      {
        path: 'storage/reports/:documentId?',
        lazy: async () => ({ Component: (await import('./pages/companyDocuments.tsx')).CompanyReports }),
      },
      {
        path: 'deal-teams',
        lazy: async () => ({ Component: (await import('./pages/dealTeams.tsx')).CompanyTeams }),
      },
      {
        path: 'q-and-a',
        lazy: async () => ({ Component: (await import('./pages/questionLogs.tsx')).CompanyQuestions }),
      },
      {
        path: 'overview/:subpageSlug?',
        lazy: async () => ({ Component: (await import('./pages/overview.tsx')).CompanyOverview }),
      },
      {
        path: 'portfolios',
        lazy: async () => ({
          Component: (await import('./features/funds/CompanyPortfoliosPage.tsx')).CompanyPortfoliosPage,
        }),
      },
      { path: '*', element: null },
    ],
  },
  // Before the addresses that begin with an organisation's: 'tagauks/projects/panelmodel' is as good a match for those.
  {
    path: 'tagauks/portfolios/portfolio/:portfolioId/import',
    lazy: async () => ({
      Component: (await import('./features/projects/import/ImportPage.tsx')).ImportPage,
    }),
  },
  {
    path: 'tagauks/projects/newproject',
    lazy: async () => ({
      Component: (await import('./features/backoffice/NewProjectPage.tsx')).NewProjectPage,
    }),
  },
  {
    path: 'tagauks',
    lazy: async () => ({
      Component: (await import('./features/backoffice/OfficeFrame.tsx')).OfficeFrame,
    }),
    children: [
      {
        index: true,
        lazy: async () => ({
          Component: (await import('./features/backoffice/OfficeStart.tsx')).OfficeStart,
        }),
      },
      {
        path: 'status',
        lazy: async () => ({ Component: (await import('./features/backoffice/StatusPage.tsx')).StatusPage }),
      },
      {
        path: ':area/:kind',
        lazy: async () => ({ Component: (await import('./features/backoffice/ListPage.tsx')).ListPage }),
      },
      {
        path: ':area/:kind/add',
        lazy: async () => ({
          Component: (await import('./features/backoffice/RecordPage.tsx')).NewRecordPage,
        }),
      },
      {
        path: ':area/:kind/:id/change',
        lazy: async () => ({ Component: (await import('./features/backoffice/RecordPage.tsx')).RecordPage }),
      },
    ],
  },
  {
    path: ':orgSlug/projects',
    lazy: async () => ({
      Component: (await import('./features/projects/list/ProjectsPage.tsx')).ProjectsPage,
    }),
  },
  {
    path: ':orgSlug/projects/new',
    lazy: async () => ({
      Component: (await import('./features/projects/form/ProjectFormPage.tsx')).NewProjectPage,
    }),
  },
  {
    path: ':orgSlug/projects/:projectId/edit',
    lazy: async () => ({
      Component: (await import('./features/projects/form/ProjectFormPage.tsx')).EditProjectPage,
    }),
  },
  ...[':orgSlug/projects/:projectId', 'portfolios/:slug/projects/:projectId'].map((path) => ({
    path,
    lazy: async () => ({
      Component: (await import('./features/projects/detail/ProjectPage.tsx')).ProjectPage,
    }),
  })),
  {
    path: 'support',
    lazy: async () => ({ Component: (await import('./features/support/SupportPage.tsx')).SupportPage }),
  },
  {
    path: 'support/tickets',
    lazy: async () => ({ Component: (await import('./features/support/TicketsPage.tsx')).TicketsPage }),
  },
  {
    path: 'about',
    lazy: async () => ({ Component: (await import('./features/support/AboutPage.tsx')).AboutPage }),
  },
  {
    lazy: async () => ({ Component: (await import('./features/settings/SettingsFrame.tsx')).SettingsFrame }),
    children: [
      {
        path: 'profile',
        lazy: async () => ({ Component: (await import('./features/settings/ProfilePage.tsx')).ProfilePage }),
      },
      {
        path: 'profile/:orgSlug/notifications',
        lazy: async () => ({
          Component: (await import('./features/settings/notifications/NotificationsPage.tsx'))
            .NotificationsPage,
        }),
      },
      {
        path: 'profile/security',
        lazy: async () => ({
          Component: (await import('./features/settings/SecurityPage.tsx')).SecurityPage,
        }),
      },
      {
        path: 'applications',
        lazy: async () => ({
          Component: (await import('./features/settings/ApplicationsPage.tsx')).ApplicationsPage,
        }),
      },
      {
        path: 'applications/salesforce',
        lazy: async () => ({
          Component: (await import('./features/settings/salesforce/SalesforcePage.tsx')).SalesforcePage,
        }),
      },
      // PROF-17
      { path: 'profile/applications', element: <Redirect to="/applications" /> },
      { path: 'profile/applications/salesforce', element: <Redirect to="/applications/salesforce" /> },
    ],
  },
  {
    path: ':orgSlug/reporting',
    lazy: async () => ({ Component: (await import('./features/funds/ReportingPage.tsx')).ReportingPage }),
  },
  {
    path: ':orgSlug/reporting/:slug',
    lazy: async () => ({
      Component: (await import('./features/funds/ReportingCompanyPage.tsx')).ReportingCompanyPage,
    }),
    children: [
      { index: true, element: <Redirect to="reports" /> },
      {
        path: 'reports/:documentId?',
        lazy: async () => ({ Component: (await import('./pages/companyDocuments.tsx')).ReportingReports }),
      },
    ],
  },
  {
    path: 'deal-teams',
    lazy: async () => ({ Component: (await import('./features/people/teams/TeamsPage.tsx')).TeamsPage }),
  },
  {
    path: ':orgSlug/admin',
    lazy: async () => ({ Component: (await import('./features/people/AdminFrame.tsx')).AdminFrame }),
    children: [
      {
        path: 'users',
        lazy: async () => ({
          Component: (await import('./features/people/invitations/PeoplePage.tsx')).PeoplePage,
        }),
      },
      {
        path: 'groups',
        lazy: async () => ({
          Component: (await import('./features/people/groups/GroupsPage.tsx')).GroupsPage,
        }),
      },
      {
        path: 'groups/:groupId',
        lazy: async () => ({
          Component: (await import('./features/people/groups/GroupPage.tsx')).GroupPage,
        }),
      },
      {
        path: 'deal-rooms',
        lazy: async () => ({
          Component: (await import('./features/funds/rooms/RoomsPage.tsx')).RoomsPage,
        }),
      },
      {
        path: '*',
        lazy: async () => ({ Component: (await import('./features/people/AdminFrame.tsx')).AdminStart }),
      },
      {
        index: true,
        lazy: async () => ({ Component: (await import('./features/people/AdminFrame.tsx')).AdminStart }),
      },
    ],
  },
  {
    path: ':orgSlug/o-and-m',
    lazy: async () => ({ Component: (await import('./features/funds/OperationsPage.tsx')).OperationsPage }),
    children: [
      {
        path: ':documentId?',
        lazy: async () => ({
          Component: (await import('./pages/operationsDocuments.tsx')).OperationsDocuments,
        }),
      },
    ],
  },
]

/** All addresses of the product. */
export const ROUTES: RouteObject[] = [
  {
    Component: Root,
    // What fails outside of the pages, where the router would show its own page with a stack trace.
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      {
        ErrorBoundary: RouteError,
        children: [
          {
            path: '/login',
            lazy: async () => {
              const { SignInPage } = await import('./features/accounts/SignInPage.tsx')
              return { element: <SignInPage foot={<LegalLinks />} /> }
            },
          },
          {
            path: '/reset-password',
            lazy: async () => {
              const { ResetRequestPage } = await import('./features/accounts/reset/ResetRequestPage.tsx')
              return { element: <ResetRequestPage foot={<LegalLinks />} /> }
            },
          },
          {
            path: '/reset-password/:token',
            lazy: async () => {
              const { ResetPage } = await import('./features/accounts/reset/ResetPage.tsx')
              return { element: <ResetPage foot={<LegalLinks />} /> }
            },
          },
          {
            path: '/invitations/:token',
            lazy: async () => {
              const { InvitationPage } = await import('./features/accounts/invitation/InvitationPage.tsx')
              return { element: <InvitationPage foot={<LegalLinks />} /> }
            },
          },
          {
            path: '/unsubscribe/:token',
            lazy: async () => {
              const { UnsubscribePage } = await import('./features/accounts/unsubscribe/UnsubscribePage.tsx')
              return { element: <UnsubscribePage foot={<LegalLinks />} /> }
            },
          },
          {
            path: '/setup',
            lazy: async () => {
              const { SetupPage } = await import('./features/accounts/SetupPage.tsx')
              return { element: <SetupPage foot={<LegalLinks />} /> }
            },
          },
          { path: '*', lazy: notFoundPage },
          { path: '/', Component: Shell, children: PAGES },
        ],
      },
    ],
  },
]
