"""OpenAPI 3.1 of the routes, with the messages of the socket among its schemas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic.json_schema import GenerateJsonSchema

from marchland.server.calls import Problem
from marchland.server.messages import Reply, Request

REFERENCE = "#/components/schemas/{model}"

MEANINGS = {
    400: "The body is not JSON",
    401: "No guest yet",
    403: "Not allowed, or asked by another site",
    404: "Not found",
    405: "Another method than those of this path",
    409: "Not possible now",
    413: "Too large",
    414: "An address longer than any",
    421: "Another host than this server's",
    422: "Malformed",
    429: "Too many requests",
    500: "A mistake of the server",
    503: "Could not be saved just now",
    507: "The disk of the server is full",
}


class WholePictures(GenerateJsonSchema):
    """The picture of a state has all its parts, those that a game does not have as well."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        return field["type"] == "dataclass-field" or super().field_is_required(field, total)


def document(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        schema = get_openapi(title="Marchland", version="1", openapi_version="3.1.0", routes=app.routes)
        schemas = schema["components"]["schemas"]
        for framework in ("HTTPValidationError", "ValidationError"):
            schemas.pop(framework, None)
        schemas["Problem"] = Problem.model_json_schema(ref_template=REFERENCE)
        for model in (Request, Reply):
            made = model.model_json_schema(ref_template=REFERENCE, schema_generator=WholePictures, mode="serialization")
            schemas.update(made.pop("$defs"))
            schemas["Socket" + model.__name__] = made
        schemas["PictureParts"] = {**schemas["Picture"], "required": [], "title": "PictureParts"}
        schemas["Update"]["properties"]["picture"] = {"$ref": REFERENCE.format(model="PictureParts")}
        schema["components"]["responses"] = {str(status): problem(status) for status in MEANINGS}
        for route in app.routes:
            if isinstance(route, APIRoute) and route.include_in_schema:
                for method in route.methods or ():
                    responses = schema["paths"][route.path_format][method.lower()]["responses"]
                    responses.pop("422", None)  # the framework's own
                    for status in problems_of(route, method):
                        responses[str(status)] = {"$ref": f"#/components/responses/{status}"}
        app.openapi_schema = schema
    return app.openapi_schema


WAIT = ("Retry-After", "In how many seconds to try again", "integer")
# The header that comes with a problem.
TOLD = {405: ("Allow", "The methods of this path, with commas between them", "string"), 429: WAIT, 503: WAIT}


def problem(status: int) -> dict[str, Any]:
    reference = {"$ref": REFERENCE.format(model="Problem")}
    made: dict[str, Any] = {
        "description": MEANINGS[status],
        "content": {"application/problem+json": {"schema": reference}},
    }
    if status in TOLD:
        name, text, sort = TOLD[status]
        made["headers"] = {name: {"description": text, "required": True, "schema": {"type": sort}}}
    return made


def problems_of(route: APIRoute, method: str) -> set[int]:
    """With what a route can refuse, by what it takes: so no route has to say it."""
    taken = [route.dependant, *_below(route.dependant)]
    asked = asks(route)
    found = {405, 414, 421, 429, 500}
    if method != "GET":
        found |= {403, 409, 413, 503, 507}
    if route.body_field is not None:
        found |= {400, 422}
    if any(dependant.query_params for dependant in taken):
        found |= {422}
    if any(dependant.path_params for dependant in taken):
        found |= {404, 409}
    if "visitor" in asked:
        found |= {403, 503, 507}  # a seat's link is for its match alone, and that somebody was here is written down
    if asked & {"guest", "player"}:
        found |= {401, 403}
    return found


def asks(route: APIRoute) -> set[str]:
    """The names of all that a route depends on."""
    return {getattr(dependant.call, "__name__", "") for dependant in _below(route.dependant)}


def _below(dependant: Dependant) -> Iterator[Dependant]:
    for child in dependant.dependencies:
        yield child
        yield from _below(child)
