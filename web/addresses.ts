/*
 * Where things have their pages, and what the server offers under addresses of its own. The one place that knows them
 * beside `routes.tsx`, which says what shows there: a test finds addresses that are written out elsewhere. In parts, so
 * that a first visit loads those of the frame alone.
 */

export {
  API,
  APPLICATIONS,
  adminAddress,
  CRM,
  DEAL_TEAMS,
  editProjectAddress,
  groupsAddress,
  newProjectAddress,
  notificationsAddress,
  projectOnMapAddress,
  projectsAddress,
  RESET_PASSWORD,
  removedAddress,
  reportingAddress,
  SECURITY,
  searchAddress,
  TICKETS,
  VIEW_ONLY,
} from './addresses/areas.ts'
export {
  categoryAddress,
  companyAddress,
  entityAddress,
  isInsideDocuments,
  portfolioAddress,
  portfolioDocumentsAddress,
  portfolioProjectsAddress,
} from './addresses/entities.ts'
export {
  contentAddress,
  importAddress,
  NEW_PROJECT_IN_OFFICE,
  newRecordAddress,
  recordAddress,
  recordsAddress,
  SYSTEM_STATUS,
} from './addresses/office.ts'
export {
  ABOUT,
  areaAddress,
  BACK_OFFICE,
  DEAL_ROOM,
  GRAPHQL,
  HOME,
  type OrganisationArea,
  PROFILE,
  SEARCH,
  SIGN_IN,
  SIGN_OUT,
  SUPPORT,
} from './addresses/pages.ts'
export {
  API_SCHEMA,
  accessExport,
  CRM_CONNECT,
  CRM_TEMPLATE,
  checklistExport,
  commentsSocket,
  MEDIA,
  newIndexAddress,
  projectsExport,
  recordsExport,
  unsubscribeAddress,
  usersExport,
} from './addresses/served.ts'
export { SESSION_SOCKET } from './addresses/session.ts'
export {
  ssoAcsAddress,
  ssoCallbackAddress,
  ssoConfirmAddress,
  ssoLogoutAddress,
  ssoMetadataAddress,
  ssoResultAddress,
  ssoStartAddress,
  ssoTestAddress,
} from './addresses/sso.ts'
