import { useEffect, useState } from 'react'
import { STAGE_LABELS } from '../../../../shared/enumerations.ts'
import { formatNumber, MISSING } from '../../../../shared/format/number.ts'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import type { LedgerTile } from '../../../ui/index.ts'
import { STATUS_LOOKS, statusLabel } from '../core/statuses.ts'
import type { OpenPortfolio } from './portfolioTabs.ts'

/** kW as MW, which the tile's label says. */
const megawatts = (kilowatts: number): string => formatNumber(kilowatts / 1000, 1)

/** The tiles of a portfolio's header, by its organisation's kind and its status (PORT-23, PORT-24, PORT-26, PORT-29). */
export function useTiles(portfolio: OpenPortfolio): readonly LedgerTile[] {
  const { status, operatingStats } = portfolio
  const [operating, setOperating] = useState<readonly LedgerTile[]>([])
  useEffect(() => {
    if (status !== 'ACQUIRED') return setOperating([])
    // Few portfolios have them.
    let isLeft = false
    import('../core/yearToDate.tsx').then(
      ({ operatingTiles }) => {
        if (!isLeft) setOperating(operatingTiles(operatingStats))
      },
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [status, operatingStats])
  return [...headerTiles(portfolio), ...operating]
}

function headerTiles(portfolio: OpenPortfolio): readonly LedgerTile[] {
  const { org, status, systemSize, buildStatus, projectCount, systemSizeAc, systemSizeEss } = portfolio
  const { remainingPpaTerm, dynamicSystemSize } = portfolio
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
    // A size that was entered (DRM-09), beside which the page of the projects has another sum.
    ...(systemSize !== dynamicSystemSize && {
      foot: `Entered; its projects have ${formatSystemSize(dynamicSystemSize, org.displayStyle)}`,
    }),
  })
  const projects = { key: 'projects', label: 'Projects', value: formatNumber(projectCount), weight: 0.6 }
  if (org.kind === 'DEVELOPER') {
    return [
      { key: 'developer', label: 'Developer', value: org.name },
      projects,
      { key: 'ac', label: 'MW ac PV', value: megawatts(systemSizeAc) },
      { key: 'ess', label: 'MW ESS', value: megawatts(systemSizeEss) },
    ]
  }
  if (status === 'MARKET') {
    // PORT-25
    const owner = { key: 'owner', label: 'Owner', value: org.name }
    return [owner, { ...statusTile, label: 'Workflow status' }, build, projects, size('Total size')]
  }
  // PORT-27
  const term = {
    key: 'term',
    label: 'Remaining PPA term',
    value: remainingPpaTerm === null ? MISSING : `${formatNumber(remainingPpaTerm, 1)} years`,
  }
  return [statusTile, size('System size'), projects, term, build]
}
