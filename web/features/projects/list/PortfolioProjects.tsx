import Button from '@mui/material/Button'
import { IconPlus, IconTableImport } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { DisplayStyle } from '../../../../shared/enumerations.ts'
import { importAddress, newProjectAddress } from '../../../addresses.ts'
import { ListTools, SearchField } from '../../../ui/index.ts'
import { Figures } from './Figures.tsx'
import { ProjectTable } from './ProjectTable.tsx'
import { useProjectList, useProjects } from './useProjects.ts'

/** The projects of one portfolio (PORT-42). */
export function PortfolioProjects({
  portfolioId,
  orgSlug,
  displayStyle,
  address,
  mayImport,
}: {
  portfolioId: string
  orgSlug: string
  displayStyle: DisplayStyle
  /** The address of the list; each project has its page below. */
  address: string
  /** Whether they may import projects into it (IMP-13). */
  mayImport: boolean
}) {
  const list = useProjectList()
  const from = new URLSearchParams({ portfolioId, portfolioSlug: address.split('/')[2] ?? '' })
  const newProject = newProjectAddress(orgSlug, from)
  const found = useProjects(list, {
    orgSlug,
    portfolioIds: [portfolioId],
    isOwned: null,
    search: list.term || null,
  })
  const { aggregations, mayCreate } = found.data?.projects ?? {}
  const hint =
    list.term !== ''
      ? 'Clear the search to see all.'
      : mayImport && mayCreate
        ? 'Import a spreadsheet of them, or add one with “New project”.'
        : 'None has been added to this portfolio yet.'
  return (
    <div>
      <ListTools>
        {aggregations && <Figures sums={aggregations} style={displayStyle} />}
        <div data-end="">
          <SearchField label="Search projects" width={240} value={list.text} onChange={list.setText} />
          {mayImport && (
            <Button component={Link} to={importAddress(portfolioId)} startIcon={<IconTableImport />}>
              Import
            </Button>
          )}
          {mayCreate && (
            // PFORM-07
            <Button component={Link} to={newProject} variant="contained" startIcon={<IconPlus />}>
              New project
            </Button>
          )}
        </div>
      </ListTools>
      <ProjectTable
        base={address}
        style={displayStyle}
        list={list}
        found={found}
        isInPortfolio
        emptyHint={hint}
        deletable={mayCreate ? { orgSlug } : undefined}
      />
    </div>
  )
}
