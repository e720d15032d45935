-- Projects near one another are found by a box around a point, and measured then (RAD-02); those without coordinates
-- are nobody's neighbours (RAD-05).
create index project_place on project using gist (point(longitude, latitude))
  where latitude is not null and longitude is not null;
