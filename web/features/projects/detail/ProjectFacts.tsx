import {
  MOUNTING_LABELS,
  STAGE_LABELS,
  TECHNOLOGY_LABELS,
  TRACKING_LABELS,
} from '../../../../shared/enumerations.ts'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import { formatDate } from '../../../../shared/format/time.ts'
import { portfolioAddress } from '../../../addresses.ts'
import { Link } from '../../../ui/index.ts'
import { formatStorage, Phase, withUnit } from '../words.tsx'
import { Facts } from './Facts.tsx'
import type { OpenProject } from './openProject.ts'

/** Everything of a project that is one value, by the sections of its form (PROJ-12). */
export function ProjectFacts({ project }: { project: OpenProject }) {
  const { org, location, contact, system, utility, acquiredPortfolio, installation, mounting } = {
    ...project,
    installation: project.system.installation,
    mounting: project.system.mounting,
  }
  const style = org.displayStyle
  const size = (kilowatts: number | null) => formatSystemSize(kilowatts, style)
  const years = (value: number | null) => withUnit(value, 'years')
  return (
    <>
      <Facts
        title="Information"
        facts={[
          ['Type', TECHNOLOGY_LABELS[project.type]],
          ['Status', <Phase key="status" status={project.status} />],
          ['Development stage', project.developmentStage && STAGE_LABELS[project.developmentStage]],
          ['Ownership', project.isOwned ? 'Owned' : 'Pipeline'],
          // PROJ-14
          ...(style === 'MW'
            ? ([
                ['Notice to proceed', formatDate(project.ntp)],
                ['Commercial operating date', formatDate(project.cod)],
              ] as const)
            : []),
          ['Permission to operate', formatDate(project.permissionToOperateDate)],
          ['Acquisition date', formatDate(project.acquisitionDate)],
          ['Capacity DC', size(project.capacity)],
          ['Capacity AC', size(project.capacityAc)],
          [
            'Acquired portfolio',
            acquiredPortfolio && (
              <Link to={portfolioAddress(acquiredPortfolio.slug)}>{acquiredPortfolio.name}</Link>
            ),
          ],
        ]}
      />
      <Facts
        title="Location"
        facts={[
          ['Address', location.address],
          ['City', location.city],
          ['State', location.state],
          ['Zip code', location.zipCode],
          ['Elevation', withUnit(location.elevation, 'm')],
          ['Latitude', degrees(location.latitude)],
          ['Longitude', degrees(location.longitude)],
        ]}
      />
      <Facts
        title="Contact"
        facts={[
          ['Phone number', contact.phoneNumber],
          ['Balancing authority area', contact.balancingAuthorityAreaName],
        ]}
      />
      <Facts
        title="System"
        facts={[
          ['System', system.system],
          ['Solar capacity DC', size(system.solarCapacityDc)],
          ['Solar capacity AC', size(system.solarCapacityAc)],
          ['BESS power', size(system.bessKw)],
          ['BESS energy', formatStorage(system.bessKwh, style)],
          ['Installation', installation && MOUNTING_LABELS[installation]],
          ['Mounting', mounting && TRACKING_LABELS[mounting]],
          ['Panel warranty', years(system.panelWarranty)],
          ['Inverter warranty', years(system.inverterWarranty)],
          ['Contractor warranty', years(system.contractorWarranty)],
        ]}
      />
      <Facts
        title="Utility"
        facts={[
          ['Name', utility.name],
          ['Zone', utility.zone],
          ['ISO', utility.iso],
        ]}
      />
    </>
  )
}

const degrees = (value: number | null): string | null => (value === null ? null : `${value}°`)
