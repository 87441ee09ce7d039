import advertising from "./scenes/advertising.txt" with { type: "text" };
import erasAndCultures from "./scenes/eras-and-cultures.txt" with { type: "text" };
import filmGenres from "./scenes/film-genres.txt" with { type: "text" };
import homeAndFood from "./scenes/home-and-food.txt" with { type: "text" };
import natureAndWeather from "./scenes/nature-and-weather.txt" with { type: "text" };
import occasions from "./scenes/occasions.txt" with { type: "text" };
import paceAndArc from "./scenes/pace-and-arc.txt" with { type: "text" };
import peopleAndFeelings from "./scenes/people-and-feelings.txt" with { type: "text" };
import places from "./scenes/places.txt" with { type: "text" };
import scienceAndHistory from "./scenes/science-and-history.txt" with { type: "text" };
import screen from "./scenes/screen.txt" with { type: "text" };
import sports from "./scenes/sports.txt" with { type: "text" };
import story from "./scenes/story.txt" with { type: "text" };
import storyBeats from "./scenes/story-beats.txt" with { type: "text" };
import travelAndVehicles from "./scenes/travel-and-vehicles.txt" with { type: "text" };
import workAndEveryday from "./scenes/work-and-everyday.txt" with { type: "text" };

/** Scenes by topic. If two files have the same phrase, the first one gets it. */
export const SCENE_FILES: Readonly<Record<string, string>> = {
  story,
  storyBeats,
  filmGenres,
  screen,
  advertising,
  occasions,
  sports,
  places,
  natureAndWeather,
  travelAndVehicles,
  homeAndFood,
  workAndEveryday,
  peopleAndFeelings,
  scienceAndHistory,
  erasAndCultures,
  paceAndArc,
};
