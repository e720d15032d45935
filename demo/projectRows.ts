import { insertProjects, modelOf, NOTHING_KNOWN, offtakerOf } from '../server/modules/projects/index.ts'
import type { Tx } from '../server/platform/database/database.ts'
import type { DemoProject } from './content/projects.ts'

/** A site with its contract, equipment and buyer. */
export async function insertProject(
  tx: Tx,
  project: DemoProject,
  { organisationId, portfolioId }: { organisationId: string; portfolioId: string | null },
): Promise<void> {
  const { module, inverter, offtaker, ppa, phase } = project
  const modelId = (kind: 'PANEL' | 'INVERTER', { manufacturer, model }: typeof inverter) =>
    modelOf(tx, organisationId, { kind, manufacturer, modelNumber: model })
  await insertProjects(tx, [
    {
      ...NOTHING_KNOWN,
      organisationId,
      portfolioIds: portfolioId === null ? [] : [portfolioId],
      name: project.name,
      type: project.technology,
      status: phase,
      developmentStage: phase === 'OPERATING' ? 'COMPLETE' : 'LATE_STAGE',
      isOwned: project.isOwned,
      ntp: project.ntp,
      cod: project.cod,
      permissionToOperateDate: phase === 'OPERATING' ? project.cod : null,
      capacity: project.dcKw,
      capacityAc: project.acKw,
      city: project.city,
      state: project.state,
      latitude: project.latitude,
      longitude: project.longitude,
      solarCapacityDc: project.dcKw,
      solarCapacityAc: project.dcKw === null ? null : project.acKw,
      bessKw: project.bessKw,
      bessKwh: project.bessKwh,
      installation: project.installation,
      mounting: project.dcKw === null ? null : project.tracking,
      contracts: ppa ? [{ ...ppa, term: ppa.termYears }] : [],
      equipment: [
        ...(module ? [{ modelId: await modelId('PANEL', module), count: module.count }] : []),
        { modelId: await modelId('INVERTER', inverter), count: inverter.count },
      ],
      offtakerIds: [
        await offtakerOf(tx, organisationId, {
          name: offtaker.name,
          quality: offtaker.quality,
          note: `${offtaker.kind}, ${offtaker.place}; rating ${offtaker.rating}`,
        }),
      ],
    },
  ])
}
