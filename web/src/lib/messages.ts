/** Short names for the generated types of the protocol. */
import type { components } from "./api";

type Schemas = components["schemas"];

export type Me = Schemas["Me"];
export type GameCard = Schemas["GameCard"];
export type Catalogue = Schemas["Catalogue"];
export type KindSpec = Schemas["KindSpec"];
export type OptionSpec = Schemas["OptionSpec"];
export type Preset = Schemas["Preset"];
export type BoardSpec = Schemas["BoardSpec"];
export type RegionSpec = Schemas["RegionSpec"];
export type LinkSpec = Schemas["LinkSpec"];
export type TileSpec = Schemas["TileSpec"];
export type CardSpec = Schemas["CardSpec"];
export type DeckSpec = Schemas["DeckSpec"];
export type StageSpec = Schemas["StageSpec"];
export type Clause = Schemas["Clause"];
export type Lobby = Schemas["Lobby"];
export type MatchInfo = Schemas["MatchInfo"];
export type SeatInfo = Schemas["SeatInfo"];
export type SeatPlan = Schemas["SeatPlan"];
export type NewMatch = Schemas["NewMatch"];
export type State = Schemas["State"];
export type Picture = Schemas["Picture"];
export type RegionPicture = Schemas["RegionPicture"];
export type CardPicture = Schemas["CardPicture"];
export type AreaPicture = Schemas["AreaPicture"];
export type PathPicture = Schemas["PathPicture"];
export type AuctionPicture = Schemas["AuctionPicture"];
export type ContestPicture = Schemas["ContestPicture"];
export type Plan = Schemas["Plan"];
export type Deals = Schemas["Deals"];
export type Offer = Schemas["Offer"];
export type Assets = Schemas["Assets"];
export type Happening = Schemas["Happening"];
export type Sentence = Schemas["Sentence"];
export type Chat = Schemas["Chat"];
export type Answer = Schemas["Answer"];
export type Refused = Schemas["Refused"];
export type Acknowledged = Schemas["Acknowledged"];
/** What comes over the socket, and what goes. */
export type Reply = State | Chat | Acknowledged | Refused | Answer;
export type Request = Schemas["PlayAction" | "PlayText" | "MakeOffer" | "TakeBack" | "AskWhy" | "AskOdds" | "AskReckoning" | "Say"];
export type Moment = Schemas["Moment"];
export type Check = Schemas["Check"];
export type Problem = Schemas["Problem"];
