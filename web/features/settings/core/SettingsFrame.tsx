import { Outlet } from 'react-router'
import { useViewer } from '../../../graphql/viewer.ts'
import { Page, useBreakpoint } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { settingsEntries } from './entries.ts'
import { SettingsChooser } from './SettingsChooser.tsx'
import { SettingsList } from './SettingsList.tsx'

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '216px minmax(0, 1fr)',
  alignItems: 'start',
  gap: 24,
  margin: '-4px 0',
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 16, margin: 0 },
}))

/** What every page of the settings stands in: the heading, and the list of pages beside it. */
export function SettingsFrame() {
  const entries = settingsEntries(useViewer())
  const wide = useBreakpoint('lg')
  return (
    <Page title="Settings">
      <Columns>
        {wide ? <SettingsList entries={entries} /> : <SettingsChooser entries={entries} />}
        <div>
          <Outlet />
        </div>
      </Columns>
    </Page>
  )
}
