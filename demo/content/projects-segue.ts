import { type DemoProject, type ProjectGroup, projectsOf } from './projects.ts'

const ORGANISATION = 'segue-infra'

/** Sites of Segue Infrastructure. The cluster west of Medicine Lodge is close enough for the same-site test. */
const GROUPS: readonly ProjectGroup[] = [
  {
    organisation: ORGANISATION,
    portfolio: 'prairie-sun-ii',
    isOwned: true,
    rows: `
      Sagebrush Flats 1    | Medicine Lodge, Barber, KS | 37.2570 -98.6900 | 19.9 | 25.4 | - | 2022-06 | plains
      Sagebrush Flats 2    | Medicine Lodge, Barber, KS | 37.2655 -98.6818 | 19.9 | 25.4 | - | 2022-11 | plains
      Hollis Road Solar    | Medicine Lodge, Barber, KS | 37.2460 -98.6991 | 10   | 12.8 | - | 2023-04 | bluestem
      Medicine Lodge Solar | Medicine Lodge, Barber, KS | 37.3205 -98.5955 | 5    | 6.4  | - | 2021-09 | larkspur
      Barber County 1      | Sharon, Barber, KS         | 37.1825 -98.5810 | 12.5 | 16   | - | 2021-12 | plains
      Rattlesnake 2        | Pratt, Pratt, KS           | 37.6102 -98.7911 | 14.9 | 19   | - | 2023-08 | bluestem
      Kingman Solar        | Kingman, Kingman, KS       | 37.6391 -98.1402 | 8    | 10.2 | - | 2022-03 | milling
      Chikaskia Solar      | Argonia, Sumner, KS        | 37.2544 -97.7803 | 12   | 15.3 | - | 2023-10 | plains
      Anthony Solar        | Anthony, Harper, KS        | 37.1689 -98.0512 | 7.5  | 9.6  | - | 2022-08 | larkspur
      Coldwater Solar      | Coldwater, Comanche, KS    | 37.2801 -99.3155 | 6    | 7.7  | - | 2023-02 | bluestem
      Ninnescah Solar      | Cunningham, Kingman, KS    | 37.6522 -98.4218 | 9    | 11.5 | - | 2023-05 | milling
      Greensburg Solar     | Greensburg, Kiowa, KS      | 37.5917 -99.3024 | 7    | 8.9  | - | 2021-10 | larkspur
      Kinsley Solar        | Kinsley, Edwards, KS       | 37.9108 -99.3957 | 8.4  | 10.7 | - | 2022-10 | plains
      Larned Solar         | Larned, Pawnee, KS         | 38.1963 -99.1287 | 6.4  | 8.1  | - | 2022-05 | bluestem
    `,
  },
  {
    organisation: ORGANISATION,
    portfolio: 'arkansas-river-solar',
    isOwned: true,
    rows: `
      Turkey Creek Solar         | Coats, Barber, KS      | 37.3011 -98.7427 | 40   | 51.2 | -      | 2024-09 | plains
      Gyp Hills Solar + Storage  | Sun City, Barber, KS   | 37.1903 -98.8390 | 20   | 26   | 10/40  | 2025-03 | plains
      Stafford Solar             | Stafford, Stafford, KS | 37.9641 -98.6082 | 34   | 43.4 | -      | 2024-06 | plains
      Wellington Solar + Storage | Wellington, Sumner, KS | 37.2788 -97.4403 | 74.5 | 96.9 | 30/120 | 2025-08 | milling
      Winfield Storage           | Winfield, Cowley, KS   | 37.2295 -96.9702 | 20   | -    | 20/80  | 2025-10 | larkspur
      Great Bend Solar           | Great Bend, Barton, KS | 38.3502 -98.8266 | 24   | 31   | -      | 2024-11 | bluestem
    `,
  },
  {
    organisation: ORGANISATION,
    portfolio: 'republican-valley-portfolio',
    isOwned: false,
    rows: `
      Cedar Bluff Solar           | Hays, Ellis, KS           | 38.8631 -99.4128  | 15.4 | 20   | -      | 2026-08 | plains
      Harlan County Solar         | Alma, Harlan, NE          | 40.1187 -99.3861  | 38.4 | 49.9 | -      | 2027-03 | republican
      Otter Creek Solar + Storage | Oxford, Furnas, NE        | 40.2274 -99.6705  | 57.7 | 75   | 25/100 | 2027-09 | republican
      Frenchman Creek Solar       | Culbertson, Hitchcock, NE | 40.2416 -100.8603 | 18.5 | 24.1 | -      | 2026-10 | republican
      Medicine Creek Solar        | Cambridge, Furnas, NE     | 40.3112 -100.1409 | 14.6 | 19   | -      | 2027-05 | milling
    `,
  },
  {
    organisation: ORGANISATION,
    portfolio: 'piedmont-community-solar',
    isOwned: false,
    rows: `
      Haw River Solar     | Haw River, Alamance, NC      | 36.0988 -79.3611 | 2.5  | 3.2  | - | 2027-04 | subscribers
      Eno Bend Solar      | Hillsborough, Orange, NC     | 36.0932 -79.0877 | 2.3  | 2.95 | - | 2027-04 | subscribers
      Yadkin Bluff Solar  | Yadkinville, Yadkin, NC      | 36.1381 -80.6492 | 2.7  | 3.4  | - | 2027-06 | subscribers
      Dan River Solar     | Eden, Rockingham, NC         | 36.4957 -79.7446 | 2    | 2.6  | - | 2027-06 | subscribers
      Uwharrie Solar      | Albemarle, Stanly, NC        | 35.3609 -80.1833 | 3.2  | 4.1  | - | 2027-08 | subscribers
      Catawba Ridge Solar | Rock Hill, York, SC          | 34.9402 -81.0388 | 2.4  | 3    | - | 2027-05 | subscribers
      Lynches River Solar | Lancaster, Lancaster, SC     | 34.7197 -80.7644 | 2.9  | 3.65 | - | 2027-08 | subscribers
      Tyger Creek Solar   | Spartanburg, Spartanburg, SC | 34.9013 -81.9577 | 1.95 | 2.48 | - | 2027-03 | subscribers
      Saluda Field Solar  | Newberry, Newberry, SC       | 34.2748 -81.6187 | 3    | 3.9  | - | 2027-09 | subscribers
      Staunton Solar      | Altavista, Campbell, VA      | 37.1118 -79.2856 | 2.1  | 2.74 | - | 2027-07 | subscribers
      Roanoke Fork Solar  | Rocky Mount, Franklin, VA    | 36.9976 -79.8920 | 2.6  | 3.3  | - | 2027-07 | subscribers
      Meherrin Solar      | Lawrenceville, Brunswick, VA | 36.7577 -77.8469 | 2.4  | 3.1  | - | 2027-09 | subscribers
    `,
  },
  {
    organisation: ORGANISATION,
    portfolio: 'llano-estacado-expansion',
    isOwned: false,
    rows: `
      Portales Solar + Storage | Portales, Roosevelt, NM | 34.1862 -103.3344 | 60 | 78   | 30/120 | 2028-06 | caprock
      Muleshoe Solar           | Muleshoe, Bailey, TX    | 34.2265 -102.7238 | 45 | 58.5 | -      | 2028-03 | caprock
      Clovis Storage           | Clovis, Curry, NM       | 34.4048 -103.2052 | 50 | -    | 50/200 | 2028-09 | caprock
    `,
  },
  {
    organisation: ORGANISATION,
    portfolio: 'sandhills-legacy-portfolio',
    isOwned: false,
    tracking: 'FIXED_TILT',
    rows: `
      Ainsworth Solar   | Ainsworth, Brown, NE   | 42.5499 -99.8626  | 5   | 6.3 | - | 2016-07 | republican
      Atkinson Solar    | Atkinson, Holt, NE     | 42.5314 -98.9780  | 4.2 | 5.2 | - | 2016-10 | republican
      Burwell Solar     | Burwell, Garfield, NE  | 41.7816 -99.1331  | 3.5 | 4.4 | - | 2017-05 | republican
      Valentine Solar   | Valentine, Cherry, NE  | 42.8727 -100.5509 | 6   | 7.5 | - | 2017-09 | republican
      Winner Solar      | Winner, Tripp, SD      | 43.3767 -99.8590  | 4   | 5   | - | 2017-11 | dakota
      Chamberlain Solar | Chamberlain, Brule, SD | 43.8108 -99.3306  | 7.2 | 9   | - | 2018-06 | dakota
      Gregory Solar     | Gregory, Gregory, SD   | 43.2322 -99.4304  | 3.6 | 4.5 | - | 2018-08 | dakota
      Bonesteel Solar   | Bonesteel, Gregory, SD | 43.0786 -98.9454  | 2.4 | 3   | - | 2018-10 | dakota
    `,
  },
]

export const SEGUE_PROJECTS: readonly DemoProject[] = projectsOf(GROUPS)
