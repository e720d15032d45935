export { startAnalytics } from './analytics.ts'
export { createErrorReports } from './errorReports.ts'
