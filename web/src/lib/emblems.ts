/** Drawn symbols by the words that games use for them; lines in a square of 24 by 24. What has none is left undrawn. */
export const EMBLEMS: Record<string, string> = {
  fire: "M12 2C13 7 18 9.5 18 15A6 6 0 0 1 6 15C6 12 8 10.5 8.5 8C10 9 10.6 10.5 10.6 12C12 10 12.6 6 12 2Z",
  earth: "M2 20L9 7L13 14L16 10L22 20ZM7.2 10.4L9 12.4L10.9 10.3",
  water: "M12 3C16 9 18.5 12 18.5 15.5A6.5 6.5 0 0 1 5.5 15.5C5.5 12 8 9 12 3ZM9 15.5A3 3 0 0 0 12 18.6",
  wind: "M2 9H14A3 3 0 1 0 11 6M2 13H18A3 3 0 1 1 15 16M2 17H8.5A2.3 2.3 0 1 1 6.4 19.6",
  bastion: "M5 21V9H3V4H6.5V6.3H9.6V4H14.4V6.3H17.5V4H21V9H19V21ZM10 21V16.5A2 2 0 0 1 14 16.5V21M5 9H19",
  city: "M2 21V13L6 9L10 13V21ZM10 21V7.5L14.5 3L19 7.5V21ZM19 21V14H22V21ZM13 10.5H16M13 14.5H16M5 16H7",
  oasis: "M12 20C11 16 11.4 12 13 8.4M13 8.4C10.5 4.4 6.5 4.8 4 8C8 7 10.5 7.5 13 8.4ZM13 8.4C15.8 4.4 20 5.5 21 9.2C18 7.6 15.6 7.6 13 8.4ZM13 8.4C12.6 5.6 13.6 3.2 16.4 2.4M13 8.4C11 9.6 9.6 11.8 9.8 14.6M3 21C7 19.2 17 19.2 21 21",
  basin: "M2 11.5C2 7.5 22 7.5 22 11.5C22 20 2 20 2 11.5ZM5.5 11.8C7 10.6 9 10.6 10.5 11.8S14 13 15.5 11.8S18 11 18.6 11.6",
  sanctuary: "M4 21V12A8 8 0 0 1 20 12V21M8 21V13A4 4 0 0 1 16 13V21M2 21H22M12 1V3.4M10.8 2.2H13.2",
  desert: "M1 18C5 11 9 11 13 17C15 13 19 12 23 17M1 21H23M18 6.2A2.6 2.6 0 1 1 12.8 6.2A2.6 2.6 0 1 1 18 6.2",
  temple: "M3 8.6L12 3L21 8.6ZM5.4 8.6V18.6M9.8 8.6V18.6M14.2 8.6V18.6M18.6 8.6V18.6M3.5 18.6H20.5M2 21H22",
  swarm: "M3 8Q5 5 7 8Q9 5 11 8M12 5Q13.6 2.6 15.2 5Q16.8 2.6 18.4 5M14 10Q16 7 18 10Q20 7 22 10M6 13.5Q8 10.5 10 13.5Q12 10.5 14 13.5M2 18Q3.6 15.6 5.2 18Q6.8 15.6 8.4 18M11 18.5Q13 15.5 15 18.5Q17 15.5 19 18.5M7 22Q8.4 19.9 9.8 22Q11.2 19.9 12.6 22",
  rain: "M6.4 12A4 4 0 0 1 7 4.3A5.5 5.5 0 0 1 17.4 6A3.2 3.2 0 0 1 17.8 12ZM8 15L6.6 20M12.2 15L10.8 20M16.4 15L15 20",
  tactics: "M4 4L15 15M12.8 17.2L17.2 12.8M16 16L20 20M20 4L9 15M6.8 12.8L11.2 17.2M8 16L4 20",
  operation: "M2 12C6 5.6 18 5.6 22 12C18 18.4 6 18.4 2 12ZM15.2 12A3.2 3.2 0 1 1 8.8 12A3.2 3.2 0 1 1 15.2 12",
  quest: "M6.2 4H18A2 2 0 0 1 18 8H16.6V18A2 2 0 0 1 14.6 20H5A2 2 0 0 1 5 16H7.4V6A2 2 0 0 0 5.4 4ZM10 9H14M10 12.5H14M7.4 16H13",
  traitor: "M12 2L14.4 12.5H9.6ZM6.6 12.5H17.4M12 12.5V19.4M12 22A1.3 1.3 0 1 0 12 19.4A1.3 1.3 0 1 0 12 22",
  specialty: "M12 2L14.3 8.2L20.6 6.2L17.2 12L20.6 17.8L14.3 15.8L12 22L9.7 15.8L3.4 17.8L6.8 12L3.4 6.2L9.7 8.2Z",
  capital: "M3 19L1.5 6.5L7.4 11.6L12 3.5L16.6 11.6L22.5 6.5L21 19Z",
  ceasefire: "M5 22V2.5M5 3.5C9 1.8 11.5 6 19.5 3.6V13C11.5 15.4 9 11.2 5 13",
  winter: "M12 2V22M3.3 7L20.7 17M20.7 7L3.3 17M9.4 3.2L12 5.6L14.6 3.2M9.4 20.8L12 18.4L14.6 20.8M3 10.4L6.3 9L6.2 5.4M21 13.6L17.7 15L17.8 18.6M17.8 5.4L17.7 9L21 10.4M6.2 18.6L6.3 15L3 13.6",
  muster: "M6 22V2.5M6 3.5H19L15.8 7.8L19 12H6",
  attack: "M4 4L15 15M12.8 17.2L17.2 12.8M16 16L20 20M20 4L9 15M6.8 12.8L11.2 17.2M8 16L4 20",
  fortify: "M2 12H15M10 6.5L15.5 12L10 17.5M20.5 4V20",
  reaction: "M12 2L20 5V11C20 16.5 16.5 20 12 22C7.5 20 4 16.5 4 11V5Z",
  bid: "M21 12A9 9 0 1 1 3 12A9 9 0 1 1 21 12M15.6 8.6A4.6 4.6 0 1 0 15.6 15.4M6.8 10.8H12.6M6.8 13.2H12.6",
  event: "M6 3H18M6 21H18M7.4 3C7.4 9.6 16.6 14.4 16.6 21M16.6 3C16.6 9.6 7.4 14.4 7.4 21M9.6 18.6H14.4",
};

/** A game may put several words together ("city fire"): the first is the thing, the others belong to it. */
export const emblemPath = (emblem: string): string | undefined => EMBLEMS[emblem.split(" ")[0] ?? ""];

/** The colour of an emblem, where it has one of its own. */
export const emblemColour = (emblem: string): string => {
  const own = ["fire", "earth", "water", "wind", "rain", "winter"].find((one) => emblem.split(" ").includes(one));
  return own ? `var(--emblem-${own === "rain" || own === "winter" ? "water" : own})` : "currentColor";
};
