import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import { Outlet, type RouteObject, ScrollRestoration } from 'react-router'
import { UploadProvider } from './features/documents/uploads/index.ts'
import { LegalLinks } from './features/shell/LegalLinks.tsx'
import { RouteError } from './features/shell/RouteError.tsx'
import { Shell } from './features/shell/Shell.tsx'
import { usePage } from './graphql/page.ts'
import type { ReadAhead } from './loadAhead.ts'
import { lazily, onJoined, Redirect, unsavedInPage } from './ui/index.ts'

const LicencePage = lazily(
  async () => (await import('./features/accounts/licence/LicencePage.tsx')).LicencePage,
)

const UnsavedGuard = lazily(async () => (await import('./ui/dialog/UnsavedGuard.tsx')).UnsavedGuard)

/** What every page stands in; uploads go on while one walks from page to page. */
function Root() {
  const { user } = usePage()
  const unsaved = useSyncExternalStore(onJoined, unsavedInPage)
  if (user && !user.agreements.acceptedEula) return <LicencePage foot={<LegalLinks />} />
  return (
    <UploadProvider>
      {unsaved && <UnsavedGuard />}
      <ScrollRestoration />
      <Outlet />
    </UploadProvider>
  )
}

/** The page that a module exports under that name; the module is loaded when the page is first opened. */
const page =
  <Name extends string, Module extends Record<Name, ComponentType>>(
    load: () => Promise<Module>,
    name: Name,
  ) =>
  async () => ({ Component: (await load())[name] })

/** The same for a page that reads something before all else: it is asked for once a link to the page is pointed at. */
const readingPage =
  <
    Name extends string,
    Ahead extends string,
    Module extends Record<Name, ComponentType> & Record<Ahead, ReadAhead>,
  >(
    load: () => Promise<Module>,
    name: Name,
    ahead: Ahead,
  ) =>
  async () => {
    const module = await load()
    return { Component: module[name], handle: { readAhead: module[ahead] } }
  }

/** The same for a page outside of the shell, which shows the legal links at its foot. */
const frontDoor =
  <Name extends string, Module extends Record<Name, ComponentType<{ foot: ReactNode }>>>(
    load: () => Promise<Module>,
    name: Name,
  ) =>
  async () => {
    const Page: ComponentType<{ foot: ReactNode }> = (await load())[name]
    return { element: <Page foot={<LegalLinks />} /> }
  }

/** The pages inside the shell; each area is loaded when it is first opened. */
const PAGES: RouteObject[] = [
  { index: true, lazy: page(() => import('./features/funds/home/StartPage.tsx'), 'StartPage') },
  {
    path: 'dealroom/:category?',
    lazy: page(() => import('./features/funds/landing/DealRoomPage.tsx'), 'DealRoomPage'),
  },
  {
    path: 'portfolios/:slug',
    lazy: page(() => import('./features/funds/portfolios/PortfolioPage.tsx'), 'PortfolioPage'),
    children: [
      { index: true, element: null },
      {
        path: 'storage/documents/:documentId?',
        lazy: page(() => import('./pages/portfolioDocuments.tsx'), 'PortfolioDocuments'),
      },
      {
        path: 'overview/:subpageSlug?',
        lazy: page(() => import('./pages/overview.tsx'), 'PortfolioOverview'),
      },
      { path: 'projects', lazy: page(() => import('./pages/portfolioProjects.tsx'), 'PortfolioProjects') },
      { path: 'checklist', lazy: page(() => import('./pages/portfolioChecklist.tsx'), 'PortfolioChecklist') },
      { path: 'deal-teams', lazy: page(() => import('./pages/dealTeams.tsx'), 'PortfolioTeams') },
      {
        path: 'q-and-a',
        lazy: readingPage(
          () => import('./pages/questionLogs.tsx'),
          'PortfolioQuestions',
          'portfolioLogsAhead',
        ),
      },
      {
        path: 'documents-analytics',
        lazy: page(() => import('./pages/portfolioAnalytics.tsx'), 'PortfolioAnalytics'),
      },
      { path: 'readiness', lazy: page(() => import('./pages/portfolioReadiness.tsx'), 'PortfolioReadiness') },
      { path: 'proofs', lazy: page(() => import('./pages/portfolioProofs.tsx'), 'PortfolioProofs') },
      {
        path: 'storage/reports/:documentId?',
        lazy: page(() => import('./pages/portfolioDocuments.tsx'), 'PortfolioReports'),
      },
    ],
  },
  {
    path: 'holding-company/:slug',
    lazy: page(() => import('./features/funds/companies/HoldingCompanyPage.tsx'), 'HoldingCompanyPage'),
    children: [
      { index: true, element: null },
      {
        path: 'storage/documents/:documentId?',
        lazy: page(() => import('./pages/companyDocuments.tsx'), 'CompanyDocuments'),
      },
      {
        path: 'storage/reports/:documentId?',
        lazy: page(() => import('./pages/companyDocuments.tsx'), 'CompanyReports'),
      },
      { path: 'deal-teams', lazy: page(() => import('./pages/dealTeams.tsx'), 'CompanyTeams') },
      {
        path: 'q-and-a',
        lazy: readingPage(() => import('./pages/questionLogs.tsx'), 'CompanyQuestions', 'companyLogsAhead'),
      },
      { path: 'overview/:subpageSlug?', lazy: page(() => import('./pages/overview.tsx'), 'CompanyOverview') },
      {
        path: 'portfolios',
        lazy: page(
          () => import('./features/funds/companies/CompanyPortfoliosPage.tsx'),
          'CompanyPortfoliosPage',
        ),
      },
      { path: '*', element: null },
    ],
  },
  // Before the addresses that begin with an organisation's: 'tagauks/projects/panelmodel' is as good a match for those.
  {
    path: 'tagauks/portfolios/portfolio/:portfolioId/import',
    lazy: page(() => import('./features/projects/import/ImportPage.tsx'), 'ImportPage'),
  },
  {
    path: 'tagauks/projects/newproject',
    lazy: page(() => import('./features/backoffice/NewProjectPage.tsx'), 'NewProjectPage'),
  },
  {
    path: 'tagauks',
    lazy: page(() => import('./features/backoffice/OfficeFrame.tsx'), 'OfficeFrame'),
    children: [
      { index: true, lazy: page(() => import('./features/backoffice/OfficeStart.tsx'), 'OfficeStart') },
      { path: 'status', lazy: page(() => import('./features/backoffice/StatusPage.tsx'), 'StatusPage') },
      { path: ':area/:kind', lazy: page(() => import('./features/backoffice/ListPage.tsx'), 'ListPage') },
      {
        path: ':area/:kind/add',
        lazy: page(() => import('./features/backoffice/RecordPage.tsx'), 'NewRecordPage'),
      },
      {
        path: ':area/:kind/:id/change',
        lazy: page(() => import('./features/backoffice/RecordPage.tsx'), 'RecordPage'),
      },
    ],
  },
  {
    path: ':orgSlug/projects',
    lazy: page(() => import('./features/projects/list/ProjectsPage.tsx'), 'ProjectsPage'),
  },
  {
    path: ':orgSlug/projects/new',
    lazy: page(() => import('./features/projects/form/ProjectFormPage.tsx'), 'NewProjectPage'),
  },
  {
    path: ':orgSlug/projects/:projectId/edit',
    lazy: page(() => import('./features/projects/form/ProjectFormPage.tsx'), 'EditProjectPage'),
  },
  ...[':orgSlug/projects/:projectId', 'portfolios/:slug/projects/:projectId'].map((path) => ({
    path,
    lazy: page(() => import('./features/projects/detail/ProjectPage.tsx'), 'ProjectPage'),
  })),
  { path: 'support', lazy: page(() => import('./features/support/SupportPage.tsx'), 'SupportPage') },
  { path: 'support/tickets', lazy: page(() => import('./features/support/TicketsPage.tsx'), 'TicketsPage') },
  { path: 'api', lazy: page(() => import('./features/settings/api/ApiPage.tsx'), 'ApiPage') },
  { path: 'about', lazy: page(() => import('./features/support/AboutPage.tsx'), 'AboutPage') },
  {
    path: 'about/view-only',
    lazy: page(() => import('./features/support/ViewOnlyPage.tsx'), 'ViewOnlyPage'),
  },
  {
    lazy: page(() => import('./features/settings/core/SettingsFrame.tsx'), 'SettingsFrame'),
    children: [
      { path: 'profile', lazy: page(() => import('./features/settings/ProfilePage.tsx'), 'ProfilePage') },
      {
        path: 'profile/:orgSlug/notifications',
        lazy: page(
          () => import('./features/settings/notifications/NotificationsPage.tsx'),
          'NotificationsPage',
        ),
      },
      {
        path: 'profile/security',
        lazy: page(() => import('./features/settings/SecurityPage.tsx'), 'SecurityPage'),
      },
      {
        path: 'applications',
        lazy: page(() => import('./features/settings/ApplicationsPage.tsx'), 'ApplicationsPage'),
      },
      {
        path: 'applications/salesforce',
        lazy: page(() => import('./features/settings/salesforce/SalesforcePage.tsx'), 'SalesforcePage'),
      },
      // PROF-17
      { path: 'profile/applications', element: <Redirect to="/applications" /> },
      { path: 'profile/applications/salesforce', element: <Redirect to="/applications/salesforce" /> },
    ],
  },
  {
    path: ':orgSlug/reporting',
    lazy: page(() => import('./features/funds/companies/ReportingPage.tsx'), 'ReportingPage'),
  },
  {
    path: ':orgSlug/reporting/:slug',
    lazy: page(() => import('./features/funds/companies/ReportingCompanyPage.tsx'), 'ReportingCompanyPage'),
    children: [
      { index: true, element: <Redirect to="reports" /> },
      {
        path: 'reports/:documentId?',
        lazy: page(() => import('./pages/companyDocuments.tsx'), 'ReportingReports'),
      },
    ],
  },
  { path: 'deal-teams', lazy: page(() => import('./features/people/teams/TeamsPage.tsx'), 'TeamsPage') },
  {
    path: ':orgSlug/admin',
    lazy: page(() => import('./features/people/core/AdminFrame.tsx'), 'AdminFrame'),
    children: [
      {
        path: 'users',
        lazy: page(() => import('./features/people/invitations/PeoplePage.tsx'), 'PeoplePage'),
      },
      { path: 'groups', lazy: page(() => import('./features/people/groups/GroupsPage.tsx'), 'GroupsPage') },
      {
        path: 'groups/:groupId',
        lazy: page(() => import('./features/people/groups/GroupPage.tsx'), 'GroupPage'),
      },
      { path: 'deal-rooms', lazy: page(() => import('./features/funds/rooms/RoomsPage.tsx'), 'RoomsPage') },
      {
        path: 'sign-in',
        lazy: page(() => import('./features/people/signIn/SignInSettingsPage.tsx'), 'SignInSettingsPage'),
      },
      {
        path: 'api',
        lazy: page(() => import('./features/people/webhooks/ApiSettingsPage.tsx'), 'ApiSettingsPage'),
      },
      { path: '*', lazy: page(() => import('./features/people/core/AdminFrame.tsx'), 'AdminStart') },
      { index: true, lazy: page(() => import('./features/people/core/AdminFrame.tsx'), 'AdminStart') },
    ],
  },
  { path: ':orgSlug/bin', lazy: page(() => import('./features/removals/RemovedPage.tsx'), 'RemovedPage') },
  { path: ':orgSlug?/search', lazy: page(() => import('./features/finding/SearchPage.tsx'), 'SearchPage') },
  {
    path: ':orgSlug/o-and-m',
    lazy: page(() => import('./features/funds/operations/OperationsPage.tsx'), 'OperationsPage'),
    children: [
      {
        path: ':documentId?',
        lazy: page(() => import('./pages/operationsDocuments.tsx'), 'OperationsDocuments'),
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
            lazy: frontDoor(() => import('./features/accounts/SignInPage.tsx'), 'SignInPage'),
          },
          {
            path: '/reset-password',
            lazy: frontDoor(
              () => import('./features/accounts/reset/ResetRequestPage.tsx'),
              'ResetRequestPage',
            ),
          },
          {
            path: '/reset-password/:token',
            lazy: frontDoor(() => import('./features/accounts/reset/ResetPage.tsx'), 'ResetPage'),
          },
          {
            path: '/invitations/:token',
            lazy: frontDoor(
              () => import('./features/accounts/invitation/InvitationPage.tsx'),
              'InvitationPage',
            ),
          },
          {
            path: '/unsubscribe/:token',
            lazy: frontDoor(
              () => import('./features/accounts/unsubscribe/UnsubscribePage.tsx'),
              'UnsubscribePage',
            ),
          },
          { path: '/setup', lazy: frontDoor(() => import('./features/accounts/SetupPage.tsx'), 'SetupPage') },
          { path: '*', lazy: page(() => import('./features/shell/NotFoundPage.tsx'), 'NotFoundPage') },
          { path: '/', Component: Shell, children: PAGES },
        ],
      },
    ],
  },
]
