import { type DemoProject, type ProjectGroup, projectsOf } from './projects.ts'

const ORGANISATION = 'meridian'

/** Sites of Meridian Solar Fund: smaller, over the whole country, part of them on roofs. */
const GROUPS: readonly ProjectGroup[] = [
  {
    organisation: ORGANISATION,
    portfolio: 'mojave-storage-pair',
    isOwned: false,
    rows: `
      Daggett Ridge Storage | Daggett, San Bernardino, CA | 34.8541 -116.8702 | 100 | - | 100/400 | 2026-06 | mojave
      Rosamond Storage      | Rosamond, Kern, CA          | 34.8498 -118.2204 | 100 | - | 100/400 | 2027-06 | mojave
    `,
  },
  {
    organisation: ORGANISATION,
    portfolio: 'chesapeake-solar',
    isOwned: true,
    rows: `
      Choptank Solar  | Cambridge, Dorchester, MD | 38.5402 -76.0312 | 2.3  | 2.95  | - | 2021-05 | schools
      Nanticoke Solar | Vienna, Dorchester, MD    | 38.4893 -75.8307 | 2.45 | 3.12  | - | 2021-08 | schools
      Wicomico Solar  | Salisbury, Wicomico, MD   | 38.3818 -75.6503 | 1.95 | 2.486 | - | 2021-11 | schools
      Tuckahoe Solar  | Queen Anne, Talbot, MD    | 38.9170 -75.9542 | 2.15 | 2.75  | - | 2022-04 | water
      Sassafras Solar | Galena, Kent, MD          | 39.3405 -75.8791 | 1.75 | 2.2   | - | 2022-06 | water
      Tred Avon Solar | Easton, Talbot, MD        | 38.7743 -76.0763 | 2.4  | 3.05  | - | 2022-09 | water
      Pocomoke Solar  | Snow Hill, Worcester, MD  | 38.1769 -75.3927 | 2.05 | 2.6   | - | 2022-12 | schools
      Accomack Solar  | Onley, Accomack, VA       | 37.6907 -75.7160 | 1.9  | 2.45  | - | 2023-05 | schools
      Cheriton Solar  | Cheriton, Northampton, VA | 37.2896 -75.9691 | 1.95 | 2.5   | - | 2023-07 | water
    `,
  },
  {
    organisation: ORGANISATION,
    portfolio: 'hudson-rooftops',
    isOwned: true,
    installation: 'ROOF',
    rows: `
      Beacon Clinic Roof           | Beacon, Dutchess, NY       | 41.5048 -73.9696 | 0.31 | 0.38 | - | 2020-09 | health
      Fishkill Medical Office Roof | Fishkill, Dutchess, NY     | 41.5357 -73.8985 | 0.42 | 0.52 | - | 2020-11 | health
      Poughkeepsie Hospital Roof   | Poughkeepsie, Dutchess, NY | 41.7066 -73.9284 | 0.96 | 1.2  | - | 2021-03 | health
      Kingston Hospital Roof       | Kingston, Ulster, NY       | 41.9271 -73.9974 | 0.85 | 1.05 | - | 2021-06 | health
      Rhinebeck Pavilion Roof      | Rhinebeck, Dutchess, NY    | 41.9268 -73.9126 | 0.36 | 0.45 | - | 2021-08 | health
      Newburgh Laundry Roof        | Newburgh, Orange, NY       | 41.5034 -74.0104 | 0.58 | 0.72 | - | 2021-10 | health
      Middletown Warehouse Roof    | Middletown, Orange, NY     | 41.4459 -74.4229 | 1.6  | 2    | - | 2022-04 | health
      Kingsbridge Fieldhouse Roof  | Albany, Albany, NY         | 42.6789 -73.8224 | 0.72 | 0.9  | - | 2022-07 | university
      Kingsbridge Library Roof     | Albany, Albany, NY         | 42.6801 -73.8198 | 0.34 | 0.42 | - | 2022-07 | university
      Kingsbridge Residence Roofs  | Albany, Albany, NY         | 42.6832 -73.8267 | 0.88 | 1.1  | - | 2022-10 | university
      Colonie Research Roof        | Colonie, Albany, NY        | 42.7179 -73.8332 | 0.56 | 0.7  | - | 2023-03 | university
      Troy Laboratory Roof         | Troy, Rensselaer, NY       | 42.7302 -73.6781 | 0.45 | 0.56 | - | 2023-05 | university
      Hudson Care Home Roof        | Hudson, Columbia, NY       | 42.2529 -73.7838 | 0.29 | 0.36 | - | 2023-09 | health
      Catskill Clinic Roof         | Catskill, Greene, NY       | 42.2173 -73.8754 | 0.26 | 0.32 | - | 2023-11 | health
    `,
  },
  {
    organisation: ORGANISATION,
    portfolio: 'gulf-coast-storage',
    isOwned: false,
    rows: `
      Angleton Storage   | Angleton, Brazoria, TX           | 29.1714 -95.4391 | 50  | - | 50/100  | 2027-05 | gulf
      Bay City Storage   | Bay City, Matagorda, TX          | 28.9802 -95.9614 | 50  | - | 50/100  | 2027-05 | gulf
      Edna Storage       | Edna, Jackson, TX                | 28.9752 -96.6523 | 75  | - | 75/150  | 2027-10 | gulf
      Sinton Storage     | Sinton, San Patricio, TX         | 28.0379 -97.5125 | 100 | - | 100/200 | 2027-12 | refining
      Port Allen Storage | Port Allen, West Baton Rouge, LA | 30.4603 -91.2261 | 40  | - | 40/160  | 2028-04 | refining
    `,
  },
  {
    organisation: ORGANISATION,
    portfolio: 'sonoran-sun',
    isOwned: false,
    rows: `
      Gila Bend Solar         | Gila Bend, Maricopa, AZ | 32.9641 -112.7458 | 80 | 104  | -      | 2028-05 | sonora
      Picacho Solar + Storage | Eloy, Pinal, AZ         | 32.7264 -111.5583 | 60 | 78   | 60/240 | 2028-08 | sonora
      Dateland Solar          | Dateland, Yuma, AZ      | 32.8104 -113.5407 | 40 | 52   | -      | 2028-11 | sonora
      Willcox Solar           | Willcox, Cochise, AZ    | 32.2715 -109.8604 | 25 | 32.5 | -      | 2028-03 | sonora
    `,
  },
  {
    organisation: ORGANISATION,
    portfolio: 'cascade-community-solar',
    isOwned: false,
    tracking: 'FIXED_TILT',
    rows: `
      Silverton Solar       | Silverton, Marion, OR | 45.0092 -122.8003 | 2.2 | 2.8 | - | 2019-06 | cascade
      Aumsville Solar       | Aumsville, Marion, OR | 44.8446 -122.8652 | 2.5 | 3.1 | - | 2019-07 | cascade
      Dayton Prairie Solar  | Dayton, Yamhill, OR   | 45.2169 -123.0857 | 1.8 | 2.2 | - | 2019-09 | cascade
      Monmouth Solar        | Monmouth, Polk, OR    | 44.8469 -123.2186 | 2.4 | 3   | - | 2019-10 | cascade
      Harrisburg Solar      | Harrisburg, Linn, OR  | 44.2773 -123.1446 | 2   | 2.5 | - | 2020-05 | cascade
      Canby Solar           | Canby, Clackamas, OR  | 45.2479 -122.7011 | 1.6 | 2   | - | 2020-06 | cascade
      Roseburg Solar        | Roseburg, Douglas, OR | 43.2401 -123.3752 | 2.7 | 3.4 | - | 2020-08 | cascade
      Medford Orchard Solar | Medford, Jackson, OR  | 42.3490 -122.8918 | 2.1 | 2.6 | - | 2020-10 | cascade
    `,
  },
  {
    organisation: ORGANISATION,
    portfolio: 'front-range-municipal',
    isOwned: false,
    rows: `
      Longmont East Solar         | Longmont, Weld, CO    | 40.1606 -105.0402 | 6  | 7.8  | -     | 2026-04 | frontRange
      Berthoud Solar              | Berthoud, Larimer, CO | 40.3026 -105.0620 | 5  | 6.5  | -     | 2026-05 | frontRange
      Fort Lupton Solar + Storage | Fort Lupton, Weld, CO | 40.0793 -104.8014 | 10 | 13   | 5/20  | 2027-02 | frontRange
      Pierce Solar                | Pierce, Weld, CO      | 40.6394 -104.7468 | 8  | 10.4 | -     | 2027-04 | frontRange
      Wiggins Solar               | Wiggins, Morgan, CO   | 40.2353 -104.0693 | 12 | 15.6 | -     | 2027-06 | frontRange
      Brush Storage               | Brush, Morgan, CO     | 40.2533 -103.6203 | 10 | -    | 10/40 | 2027-08 | frontRange
    `,
  },
  {
    organisation: ORGANISATION,
    portfolio: 'keystone-brownfields',
    isOwned: true,
    tracking: 'FIXED_TILT',
    rows: `
      Altoona Railyard Solar       | Altoona, Blair, PA         | 40.5238 -78.3902 | 4.4 | 5.5 | - | 2022-05 | foundry
      Johnstown Mill Solar         | Johnstown, Cambria, PA     | 40.3392 -78.9254 | 3.9 | 4.9 | - | 2022-08 | allegheny
      Conemaugh Slag Solar         | Blairsville, Indiana, PA   | 40.4359 -79.2509 | 5.2 | 6.5 | - | 2022-11 | allegheny
      Tyrone Landfill Solar        | Tyrone, Blair, PA          | 40.6717 -78.2412 | 2.8 | 3.5 | - | 2023-04 | foundry
      Bedford Quarry Solar         | Bedford, Bedford, PA       | 40.0202 -78.5059 | 3.1 | 3.9 | - | 2023-06 | foundry
      Somerset Mine Solar          | Somerset, Somerset, PA     | 40.0127 -79.0896 | 6.4 | 8   | - | 2023-09 | allegheny
      Clearfield Reclamation Solar | Clearfield, Clearfield, PA | 41.0213 -78.4417 | 7.2 | 9   | - | 2023-11 | allegheny
    `,
  },
  {
    organisation: ORGANISATION,
    portfolio: null,
    isOwned: false,
    rows: `
      Alexandria Lakes Solar          | Alexandria, Douglas, MN      | 45.8672 -95.3402  | 5  | 6.5  | -      | 2027-08 | lakes
      Glenwood Solar                  | Glenwood, Pope, MN           | 45.6404 -95.3918  | 4  | 5.2  | -      | 2027-09 | lakes
      Sauk Centre Solar + Storage     | Sauk Centre, Stearns, MN     | 45.7301 -94.9389  | 8  | 10.4 | 4/16   | 2028-05 | lakes
      Willmar Storage                 | Willmar, Kandiyohi, MN       | 45.1289 -95.0604  | 10 | -    | 10/40  | 2028-07 | lakes
      Winnemucca Solar                | Winnemucca, Humboldt, NV     | 40.9502 -117.7597 | 30 | 39   | -      | 2028-04 | basin
      Lovelock Solar + Storage        | Lovelock, Pershing, NV       | 40.1692 -118.4901 | 50 | 65   | 25/100 | 2028-10 | basin
      Battle Mountain Solar           | Battle Mountain, Lander, NV  | 40.6298 -116.9563 | 20 | 26   | -      | 2029-03 | basin
      Waynesboro Solar                | Waynesboro, Burke, GA        | 33.0802 -82.0041  | 20 | 26   | -      | 2027-11 | savannah
      Thomson Solar                   | Thomson, McDuffie, GA        | 33.4623 -82.5117  | 12 | 15.6 | -      | 2028-02 | savannah
      Louisville Junction Solar       | Louisville, Jefferson, GA    | 33.0054 -82.4067  | 15 | 19.5 | -      | 2028-04 | savannah
      Sylvania Storage                | Sylvania, Screven, GA        | 32.7461 -81.6408  | 20 | -    | 20/80  | 2028-09 | savannah
      Boardman Solar                  | Boardman, Morrow, OR         | 45.8012 -119.7033 | 60 | 78   | -      | 2028-06 | dataCentres
      Arlington Ridge Solar + Storage | Arlington, Gilliam, OR       | 45.6908 -120.1989 | 40 | 52   | 20/80  | 2028-12 | dataCentres
      Deming Solar                    | Deming, Luna, NM             | 32.2487 -107.7596 | 25 | 32.5 | -      | 2028-05 | sonora
      Lordsburg Solar                 | Lordsburg, Hidalgo, NM       | 32.3311 -108.6908 | 20 | 26   | -      | 2028-07 | sonora
      Farmville Solar                 | Farmville, Prince Edward, VA | 37.2871 -78.3922  | 5  | 6.5  | -      | 2027-12 | schools
      Emporia Solar                   | Emporia, Greensville, VA     | 36.6738 -77.5497  | 8  | 10.4 | -      | 2028-03 | schools
    `,
  },
]

export const MERIDIAN_PROJECTS: readonly DemoProject[] = projectsOf(GROUPS)
