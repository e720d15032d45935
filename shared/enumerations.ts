/** Workflow status of a fund entity (ORG-34); kept as a string, never as a number (ORG-35). */
export const DEAL_STATUSES = ['DRAFT', 'ACQUIRED', 'DILIGENCE', 'SOLD', 'MARKET', 'DELETED'] as const
export type DealStatus = (typeof DEAL_STATUSES)[number]

/** How far a deal room is (STAGE-01). */
export const ROOM_PHASES = ['PREPARATION', 'OPEN', 'CLOSING', 'ARCHIVED'] as const
export type RoomPhase = (typeof ROOM_PHASES)[number]

export const PHASE_OF_ROOM_LABELS: Readonly<Record<RoomPhase, string>> = {
  PREPARATION: 'Preparation',
  OPEN: 'Open',
  CLOSING: 'Closing',
  ARCHIVED: 'Archived',
}

export const BUILD_STAGES = ['EARLY_STAGE', 'MID_STAGE', 'LATE_STAGE', 'COMPLETE'] as const
export type BuildStage = (typeof BUILD_STAGES)[number]

const FUND_ENTITY_TYPES = ['PORTFOLIO', 'HOLDING_COMPANY'] as const
export type FundEntityType = (typeof FUND_ENTITY_TYPES)[number]

export const TAB_KINDS = ['O_AND_M', 'DOCUMENTS', 'REPORTS'] as const
export type TabKind = (typeof TAB_KINDS)[number]

export const PRINCIPAL_TYPES = ['ROLE', 'GROUP'] as const
export type PrincipalType = (typeof PRINCIPAL_TYPES)[number]

export const ORGANIZATION_KINDS = ['INVESTOR', 'DEVELOPER'] as const
export type OrganizationKind = (typeof ORGANIZATION_KINDS)[number]

export const DISPLAY_STYLES = ['KW', 'MW'] as const
export type DisplayStyle = (typeof DISPLAY_STYLES)[number]

export type StatusLabels = Readonly<Record<DealStatus, string>>

/** The usual status labels (ORG-37). */
export const USUAL_STATUS_LABELS: StatusLabels = {
  DRAFT: 'Draft',
  ACQUIRED: 'Acquired',
  DILIGENCE: 'Diligence',
  SOLD: 'Sold',
  MARKET: 'Market',
  DELETED: 'Deleted',
}

/** The label set that is seeded for the slug segue-infra (ORG-38, ORG-39). */
export const SEGUE_STATUS_LABELS: StatusLabels = {
  ...USUAL_STATUS_LABELS,
  ACQUIRED: 'Closed',
  DILIGENCE: 'Active Marketing',
  MARKET: 'Pre-Marketing',
}

const PROJECT_PHASES = ['OPERATING', 'NEW_BUILD'] as const
export type ProjectPhase = (typeof PROJECT_PHASES)[number]

const TECHNOLOGIES = ['SOLAR', 'STORAGE', 'SOLAR_PLUS_STORAGE'] as const
export type Technology = (typeof TECHNOLOGIES)[number]

const MOUNTINGS = ['ROOF', 'GROUND', 'CARPORT', 'MIXED', 'FLOATING'] as const
export type Mounting = (typeof MOUNTINGS)[number]

const TRACKINGS = ['FIXED_TILT', 'SINGLE', 'DUAL_AXIS', 'MIXED'] as const
export type Tracking = (typeof TRACKINGS)[number]

/** The words of a project's choices, on screen and in spreadsheets. */
export const PHASE_LABELS: Readonly<Record<ProjectPhase, string>> = {
  OPERATING: 'Operating',
  NEW_BUILD: 'New build',
}
export const TECHNOLOGY_LABELS: Readonly<Record<Technology, string>> = {
  SOLAR: 'Solar',
  STORAGE: 'Storage',
  SOLAR_PLUS_STORAGE: 'Solar + storage',
}
export const STAGE_LABELS: Readonly<Record<BuildStage, string>> = {
  EARLY_STAGE: 'Early stage',
  MID_STAGE: 'Mid stage',
  LATE_STAGE: 'Late stage',
  COMPLETE: 'Complete',
}
export const MOUNTING_LABELS: Readonly<Record<Mounting, string>> = {
  ROOF: 'Roof',
  GROUND: 'Ground',
  CARPORT: 'Carport',
  MIXED: 'Mixed',
  FLOATING: 'Floating',
}
export const TRACKING_LABELS: Readonly<Record<Tracking, string>> = {
  FIXED_TILT: 'Fixed tilt',
  SINGLE: 'Single axis',
  DUAL_AXIS: 'Dual axis',
  MIXED: 'Mixed',
}

/**
 * How a tree is numbered (INDEX-01, INDEX-05): not at all, with one numbering for all, or counted among what each reader
 * sees, so that nothing tells how much is hidden from them. Whichever it is, an entry keeps its number of the folder:
 * readers of their own numbers see its rank.
 */
export type Numbering = 'OFF' | 'ONE' | 'EACH_READER'
