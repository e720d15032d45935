import { lazily } from '../../../ui/index.ts'

export const ComparisonDialog = lazily(async () => (await import('./ComparisonDialog.tsx')).ComparisonDialog)
export type { ComparedVersion } from './comparedVersion.ts'
