import { STAGE_LABELS } from '../../../shared/enumerations.ts'
import { MISSING } from '../../../shared/format/number.ts'
import { formatSystemSize } from '../../../shared/format/systemSize.ts'
import type { LedgerTile } from '../../ui/index.ts'
import type { OpenPortfolio } from './portfolioTabs.ts'
import { STATUS_LOOKS, statusLabel } from './statuses.ts'

/** The tiles of a portfolio's header, by its organisation's kind and its status (PORT-23, PORT-24, PORT-26). */
export function tilesOf(portfolio: OpenPortfolio): readonly LedgerTile[] {
  const { org, status, systemSize, buildStatus } = portfolio
  const { dot, hollow } = STATUS_LOOKS[status]
  const statusTile = {
    key: 'status',
    label: 'Status',
    value: statusLabel(org.statusLabels, status),
    dot: { color: dot, hollow },
  }
  const build = {
    key: 'build-status',
    label: 'Build status',
    value: buildStatus ? STAGE_LABELS[buildStatus] : MISSING,
  }
  const size = (label: string) => ({
    key: 'size',
    label,
    value: formatSystemSize(systemSize, org.displayStyle),
  })
  if (org.kind === 'DEVELOPER') return [{ key: 'developer', label: 'Developer', value: org.name }]
  if (status !== 'MARKET') return [statusTile, size('System size'), build]
  return [{ key: 'owner', label: 'Owner', value: org.name }, statusTile, build, size('Total size')]
}
